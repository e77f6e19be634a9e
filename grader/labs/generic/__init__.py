"""A lab that is data alone: its assignment gives sizes, buffers, a launch, requirements and an oracle."""
