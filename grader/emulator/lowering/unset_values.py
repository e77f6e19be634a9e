"""Values that a thread has not set (`passes/unset_values.py`): marks travel with them, uses are reported."""

from __future__ import annotations

from functools import reduce

from grader.emulator.layout import PLACES
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.native import records
from grader.emulator.passes.unset_values import carried, needs_all, stored, used
from grader.emulator.ptx import Address, Instruction, Register
from grader.emulator.ptx.nodes import space_of

_SET, _FIRST_SITE = "0", 2


def follow_unset(emitter: Emitter, i: Instruction) -> None:
    """Report what the instruction needs set and is not; mark what its results will be. Comes before the instruction."""
    registers = emitter.registers
    registers.mark = _SET
    if not registers.marked:
        return
    for name in dict.fromkeys(used(i)):
        if name in registers.marked:
            _judge(emitter, i, name, "true")
    values = [name for name in dict.fromkeys(stored(i)) if name in registers.marked]
    if values:
        leaves = _leaves(emitter, i)
        for name in values:
            _judge(emitter, i, name, leaves)
    made_of = carried(i)
    if not registers.marked.isdisjoint(made_of) and not emitter.kernel.outlined:
        registers.mark = _mark_of_result(emitter, i, [_mark(emitter, name) for name in made_of])


def _judge(emitter: Emitter, i: Instruction, name: str, when: str) -> None:
    """Report a register that is not set, once for its value; where the value was first computed with, if it was."""
    if "uninitialized-read" not in emitter.report_base:
        return
    b, mark = emitter.b, emitter.registers.mark_in(name)
    unset = b.let(f"and i1 {b.let(f'icmp ne i32 {mark}, 0')}, {when}")
    computed = b.let(f"icmp uge i32 {mark}, {_FIRST_SITE}")
    earlier = b.let(f"zext i32 {b.let(f'sub i32 {mark}, {_FIRST_SITE}')} to i64")
    site = b.let(f"select i1 {computed}, i64 {earlier}, i64 {_site(emitter, i)}")
    row = b.let(f"add i64 {site}, {emitter.report_base['uninitialized-read']}")
    extra = PLACES.index("register") << records.SPACE_SHIFT
    b.do(f"call void @report_if(i1 {unset}, ptr %ctx, ptr %frame, i64 {row}, i64 0, i64 0, i64 0, i64 {extra})")
    emitter.registers.set_mark(name, b.let(f"select i1 {when}, i32 0, i32 {mark}"))


def _leaves(emitter: Emitter, i: Instruction) -> str:
    """An i1: whether a store goes to memory that others may see."""
    if space_of(i.modifiers) != "generic":
        return "true"
    b, address = emitter.b, i.operands[0]
    assert isinstance(address, Address)
    number = b.let(f"lshr i64 {emitter.memory.address(address)}, {records.ID_SHIFT}")
    return b.let(f"icmp ne i64 {number}, {records.LOCAL_ID}")


def _mark(emitter: Emitter, name: str) -> str:
    return emitter.registers.mark_in(name) if name in emitter.registers.marked else _SET


def _site(emitter: Emitter, i: Instruction) -> int:
    if id(i) not in emitter.unset_sites:
        emitter.unset_sites[id(i)] = emitter.tables.site(i)
    return emitter.unset_sites[id(i)]


def _mark_of_result(emitter: Emitter, i: Instruction, marks: list[str]) -> str:
    b = emitter.b
    if i.opcode == "selp":
        one, other, choice = (
            _mark(emitter, each.name) if isinstance(each, Register) else _SET for each in i.operands[1:]
        )
        chosen = b.let(f"select i1 {b.src(i.operands[3], 'pred')}, i32 {one}, i32 {other}")
        mark = _later(emitter, chosen, choice)
    elif needs_all(i):
        mark = reduce(lambda one, other: _both(emitter, one, other), marks)
    else:
        mark = reduce(lambda one, other: _later(emitter, one, other), marks)
    if needs_all(i) or i.opcode == "selp":
        return mark
    first = b.let(f"icmp eq i32 {mark}, 1")
    return b.let(f"select i1 {first}, i32 {_site(emitter, i) + _FIRST_SITE}, i32 {mark}")


def _later(emitter: Emitter, one: str, other: str) -> str:
    """The mark of what is unset where one of both is."""
    b = emitter.b
    return b.let(f"select i1 {b.let(f'icmp ugt i32 {one}, {other}')}, i32 {one}, i32 {other}")


def _both(emitter: Emitter, one: str, other: str) -> str:
    """The mark of what is unset where both are."""
    b = emitter.b
    return b.let(f"select i1 {b.let(f'icmp eq i32 {one}, 0')}, i32 0, i32 {other}")
