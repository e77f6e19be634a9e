"""Run a launch: arguments to buffers, blocks to host threads, machine code's tables to findings and counts."""
