"""The table of instructions that compute on registers: opcode → how it becomes LLVM IR.

To add an instruction, add a row to one of the tuples (`INTEGER`, `FLOATING`, …) and its test values.
"""

from __future__ import annotations

from grader.emulator.isa.bits import BITWISE
from grader.emulator.isa.comparing import COMPARING
from grader.emulator.isa.converting import CONVERTING
from grader.emulator.isa.floating import FLOATING
from grader.emulator.isa.integer import INTEGER
from grader.emulator.isa.moving import MOVING
from grader.emulator.isa.row import OpcodeRow

ISA: dict[str, OpcodeRow] = {
    row.opcode: row for rows in (INTEGER, FLOATING, BITWISE, COMPARING, CONVERTING, MOVING) for row in rows
}
