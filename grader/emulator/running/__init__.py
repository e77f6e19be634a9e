"""A launch: arguments to buffers, blocks to host threads, what machine code left to findings and counts."""
