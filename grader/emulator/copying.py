"""`cp.async`: copies from global to shared memory, made at once.

That is one of the orders a GPU may choose, so values are right; a missing `cp.async.wait_group` is not found here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.emulator.isa.builder import Unsupported
from grader.emulator.ptx import Address, Immediate, Instruction

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper


def lower_copy(stepper: Stepper, i: Instruction) -> None:
    """`cp.async.ca|cg.shared.global [to], [from], bytes{, bytes read}`: the rest of a shorter read is zero."""
    words = set(i.modifiers)
    if "async" not in words or "bulk" in words or "mbarrier" in words:
        raise Unsupported(i.name)
    if words & {"commit_group", "wait_group", "wait_all"}:
        return
    to, source, size = i.operands[:3]
    if not (isinstance(to, Address) and isinstance(source, Address) and isinstance(size, Immediate)):
        raise Unsupported(i.name)
    if len(i.operands) > 3 or size.bits not in (4, 8, 16):
        raise Unsupported(i.name)
    b = stepper.b
    kind = f"i{8 * size.bits}"
    read = stepper.tables.site(i, "read", "global", size.bits)
    value = b.let(f"load {kind}, ptr {stepper.memory.touch('load', 'global', source, size.bits, read)}, align 4")
    write = stepper.tables.site(i, "write", "shared", size.bits)
    b.do(f"store {kind} {value}, ptr {stepper.memory.touch('store', 'shared', to, size.bits, write)}, align 4")
