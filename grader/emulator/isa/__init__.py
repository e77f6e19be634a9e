"""The instruction table: opcode → how it becomes LLVM IR, for opcodes that compute on registers.

To add an instruction, write its function in `native/instructions/`, name its opcode in `instructions.py`, and add its
forms to `tests/emulator/forms.py`.
"""

from grader.emulator.isa.builder import Builder
from grader.emulator.isa.instructions import ISA

__all__ = ["ISA", "Builder"]
