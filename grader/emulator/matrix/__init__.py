"""Matrix instructions of a warp: `wmma`, `mma`, `ldmatrix`, `stmatrix`, `movmatrix`.

`forms` reads an instruction, `fragments` says which lane holds which element, `rounding` how tensor cores add up.
Machine code does the work in C (`native/matrices/`), the reference interpreter in whole numbers.
"""

from grader.emulator.matrix.forms import MATRIX_OPCODES, MatrixForm, read_form

__all__ = ["MATRIX_OPCODES", "MatrixForm", "read_form"]
