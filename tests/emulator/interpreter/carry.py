"""Extended-precision integer arithmetic (ISA manual, 9.7.2): `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`."""

from __future__ import annotations

from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter.integer import mul
from tests.emulator.interpreter.scalars import WIDTH, mask


def uses_carry(instruction: Instruction) -> bool:
    """Whether `instruction` reads or writes the carry flag."""
    return instruction.opcode in ("addc", "subc", "madc") or "cc" in instruction.modifiers


def evaluate(opcode: str, modifiers: tuple[str, ...], *operands: int) -> tuple[int, int]:
    """The result and the carry out; `addc`, `subc` and `madc` have the carry flag as their last operand."""
    width = WIDTH[modifiers[-1]]
    carry_in = 0
    if opcode.endswith("c"):
        *operands, carry_in = operands  # type: ignore[assignment]
    if opcode.startswith("mad"):
        product = mul((modifiers[0], modifiers[-1]), operands[0], operands[1])
        operands = (product, operands[2])
    left, right = (mask(each, width) for each in operands)
    if opcode.startswith("sub"):
        total = left - right - carry_in
        carry_out = int(total < 0)
    else:
        total = left + right + carry_in
        carry_out = total >> width
    return mask(total, width), carry_out
