"""What becomes of a value that a thread computes from registers that it has not set.

It is no fault to copy such a value, to choose it or to compute with it: compilers do so wherever the result is not
needed. It is one to branch on it, to take it for an address, or to let others see it. A result counts as unset where
any operand of arithmetic is; of bits that are put together, where all are.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.passes.control_flow import results, sources
from grader.emulator.ptx import Address, Function, Instruction, Operand, Register, Vector
from grader.emulator.ptx.nodes import Group, space_of

_PUTS_TOGETHER = frozenset({
    "mov", "cvt", "cvta", "and", "or", "xor", "not", "cnot", "shl", "shr", "shf", "bfe", "bfi", "prmt", "lop3", "brev",
})  # fmt: skip
# What does not compute a result from its operands alone: with other threads, or in memory.
_MEMORY = frozenset({"ld", "ldu", "st", "atom", "red", "cp", "mbarrier"})
_OTHERS = _MEMORY | MATRIX_OPCODES | {
    "bra", "brx", "bar", "barrier", "vote", "match", "redux", "shfl", "elect", "activemask", "call", "ret", "alloca",
    "stackrestore",
}  # fmt: skip
_SILENT = frozenset({"bra", "call", "ret", "shfl"})  # what is handed on may not be needed there


def carries(i: Instruction) -> bool:
    """Whether its results are unset where its operands are."""
    return i.opcode not in _OTHERS


def needs_all(i: Instruction) -> bool:
    """Whether a result is unset only where all registers are that it is made of."""
    return i.opcode in _PUTS_TOGETHER


def carried(i: Instruction) -> tuple[str, ...]:
    """The registers that the results of an instruction are made of; without its guard."""
    return tuple(name for operand in i.operands[1:] for name in _names(operand)) if carries(i) else ()


def used(i: Instruction) -> tuple[str, ...]:
    """The registers that an instruction needs set, but for the value that a plain store writes (`stored`)."""
    guard = (i.guard.name,) if i.guard is not None else ()
    if carries(i) or i.opcode in _SILENT:
        return guard
    if i.opcode in ("ld", "ldu", "st"):
        return (*guard, *(name for operand in i.operands for name in _names(operand, addresses_only=True)))
    return sources(i)


def stored(i: Instruction) -> tuple[str, ...]:
    """The registers that a plain store writes to memory which others may see; a generic address may be local."""
    leaves = i.opcode == "st" and space_of(i.modifiers) not in ("local", "param")
    return tuple(_names(i.operands[1])) if leaves else ()


def unset_registers(function: Function, early: frozenset[str]) -> frozenset[str]:
    """The registers that may hold what was made of those that may be read `early`.

    Functions that are called and not pasted in save registers without what is known of them: there nothing spreads.
    """
    found = set(early)
    makers = [(carried(item), results(item)) for item in function.body if isinstance(item, Instruction)]
    changed = bool(found) and not function.outlined
    while changed:
        before = len(found)
        for read, written in makers:
            if not found.isdisjoint(read):
                found.update(name for name in written if name in function.registers)
        changed = len(found) > before
    return frozenset(found)


def _names(operand: Operand, *, addresses_only: bool = False) -> Iterator[str]:
    if isinstance(operand, Register) and not addresses_only:
        yield operand.name
    elif isinstance(operand, Address) and isinstance(operand.base, Register):
        yield operand.base.name
    elif isinstance(operand, (Vector, Group)):
        for item in operand.items:
            yield from _names(item, addresses_only=addresses_only)
