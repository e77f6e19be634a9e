"""Matrix instructions of a warp: `wmma`, `mma`, `ldmatrix`, `stmatrix`, `movmatrix`.

`forms` reads an instruction, `fragments` says which lane holds which element, `code` writes the tables that machine
code reads. The work is C (`native/matrices/`).
"""

from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, read_form

__all__ = ["MATRIX_OPCODES", "MatrixForm", "read_form"]
