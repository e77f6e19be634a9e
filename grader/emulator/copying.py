"""`cp.async`: a copy from global to shared memory, made at once.

On a GPU the copy is under way until `cp.async.wait_group` and the barrier that follow; here it is complete where it is
issued. Races with other threads are found as for any load and store. What stays unseen: a thread that reads its own
copy without waiting for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.emulator.isa.builder import Unsupported
from grader.emulator.mbarriers import arrive_after_copies
from grader.emulator.ptx import Address, Immediate, Instruction

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

_WAITS = frozenset({"commit_group", "wait_group", "wait_all"})


def lower_copy(stepper: Stepper, i: Instruction) -> None:
    """`cp.async.{ca,cg}.shared.global [to], [from], size{, source size};` what the source does not fill is zero."""
    if i.modifiers[0] != "async" or "bulk" in i.modifiers:
        raise Unsupported(i.name)
    if "mbarrier" in i.modifiers:
        arrive_after_copies(stepper, i)
        return
    if _WAITS & set(i.modifiers):
        return
    target, source, size = i.operands[0], i.operands[1], _constant(i, 2)
    filled = _constant(i, 3) if len(i.operands) > 3 else size
    if not isinstance(target, Address) or not isinstance(source, Address) or size not in (4, 8, 16):
        raise Unsupported(i.name)
    if filled not in (0, size):
        raise Unsupported(f"{i.name} of part of its size")
    b = stepper.b
    kind = f"i{8 * size}"
    value = "0"
    if filled:
        site = stepper.tables.site(i, "read", "global", size)
        pointer = stepper.memory.touch("load", "global", source, size, site)
        value = b.let(f"load {kind}, ptr {pointer}, align 4")
    site = stepper.tables.site(i, "write", "shared", size)
    pointer = stepper.memory.touch("store", "shared", target, size, site)
    b.do(f"store {kind} {value}, ptr {pointer}, align 4")


def _constant(i: Instruction, place: int) -> int:
    operand = i.operands[place]
    if not isinstance(operand, Immediate):
        raise Unsupported(f"{i.name} of a size known at run time")
    return operand.bits
