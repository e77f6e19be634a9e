"""Matrix instructions of a warp: `wmma`, `mma`, `ldmatrix`, `stmatrix`, `movmatrix`.

`forms` reads an instruction, `fragments` says which lane holds which element, and writes the tables that machine code
reads. The work is C (`native/matrices/`).
"""
