"""The instruction table: opcode → how it becomes LLVM IR, for opcodes that compute on registers.

Memory and control are lowered elsewhere. To add an instruction, add a row to one of the tuples (`INTEGER`, `FLOATING`,
…) and its test values.
"""

from grader.emulator.isa.arithmetic import BITWISE, FLOATING, INTEGER, MOVING
from grader.emulator.isa.builder import Builder
from grader.emulator.isa.converting import COMPARING, CONVERTING
from grader.emulator.isa.opcodes import OpcodeRow

ISA: dict[str, OpcodeRow] = {
    row.opcode: row for rows in (INTEGER, FLOATING, BITWISE, COMPARING, CONVERTING, MOVING) for row in rows
}

__all__ = ["ISA", "Builder", "OpcodeRow"]
