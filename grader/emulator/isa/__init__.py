"""The instruction table: one row per opcode that computes on registers. Memory and control are lowered elsewhere."""

from grader.emulator.isa.builder import Builder
from grader.emulator.isa.row import OpcodeRow
from grader.emulator.isa.table import ISA

__all__ = ["ISA", "Builder", "OpcodeRow"]
