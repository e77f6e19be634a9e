"""Follow values that a thread has not set (`passes/value_flow.py`): marks travel with them, uses are reported.

The mark of a register is 0 if all of it is set; else `native/threads/unwritten_copies.c` says what it holds. Local
memory keeps marks in its shadow, and variables that calls pass are local memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from grader.emulator.isa.opcodes import apply
from grader.emulator.layout import PLACES
from grader.emulator.lowering import call_stack
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.native import records
from grader.emulator.passes.control_flow import results
from grader.emulator.passes.value_flow import Pieces, carried, low_bytes, needs_all, pieces, stored, used
from grader.emulator.ptx.nodes import TYPE_BYTES, Address, Instruction, Operand, Register, space_of

_SET = "0"


def follow_unset(emitter: Emitter, i: Instruction) -> None:
    """Report values that the instruction needs and that are not set; mark its results. Comes before it."""
    registers = emitter.registers
    registers.marks = {}
    if not registers.marked:
        return
    for name in dict.fromkeys(used(i)):
        if name in registers.marked:
            _judge(emitter, i, name, "true")
    values = [name for name in dict.fromkeys(stored(i, emitter.printed)) if name in registers.marked]
    if values:
        leaves = _leaves(emitter, i)
        for name in values:
            _judge(emitter, i, name, _all_unset(emitter, i, name, leaves))
    if not registers.marked.isdisjoint(carried(i)):
        registers.marks = _marks_of_results(emitter, i)


def mark_loaded(emitter: Emitter, i: Instruction, address: str, items: Sequence[Operand], site: int) -> None:
    """Mark the values of a load from an address that may be in local memory."""
    size = TYPE_BYTES[i.modifiers[-1]]
    for lane, item in enumerate(items):
        if isinstance(item, Register):
            place = _further(emitter, address, lane * size)
            what = f"ptr %ctx, ptr %frame, i64 {place}, i64 {size}, i64 {site}"
            emitter.registers.marks[item.name] = emitter.b.let(f"call i32 @mark_loaded({what})")


def mark_stored(emitter: Emitter, i: Instruction, address: str, items: Sequence[Operand], *, always: bool) -> None:
    """Tell local memory which bytes of a stored value are unset; `always` also for a value without a mark."""
    size = TYPE_BYTES[i.modifiers[-1]]
    for lane, item in enumerate(items):
        marked = isinstance(item, Register) and item.name in emitter.registers.marked
        if marked or always:
            mark = _mark(emitter, item)
            what = f"i64 {_further(emitter, address, lane * size)}, i64 {size}, i32 {mark}"
            emitter.b.do(f"call void @mark_stored(ptr %ctx, ptr %frame, {what})")


def passed_address(emitter: Emitter, name: str, offset: int) -> str:
    """Return the address in local memory of a variable that calls pass, or of its byte `offset`."""
    place = call_stack.variable_place(emitter, name)
    return emitter.b.let(f"add i64 {place}, {records.LOCAL_BASE + offset}")


def bring_mark(emitter: Emitter, i: Instruction) -> None:
    """Leave the mark of the value that a lane gives to a shuffle, beside the value."""
    if emitter.registers.marked:
        emitter.b.set_frame("brought_mark", emitter.b.let(f"zext i32 {_mark(emitter, i.operands[1])} to i64"))


def take_mark(emitter: Emitter, i: Instruction) -> None:
    """Mark the result of a shuffle like the value in the lane that it comes from."""
    target = i.operands[0]
    if isinstance(target, Register) and target.name in emitter.registers.marked:
        found = emitter.b.frame("found_mark")
        emitter.registers.marks[target.name] = emitter.b.let(f"trunc i64 {found} to i32")


def _further(emitter: Emitter, address: str, offset: int) -> str:
    return emitter.b.let(f"add i64 {address}, {offset}") if offset else address


def _judge(emitter: Emitter, i: Instruction, name: str, when: str) -> None:
    """Report a register that is not set, once for its value: where it was first used in a computation, if it was."""
    if not emitter.memory.checked:
        return
    b, mark = emitter.b, emitter.registers.mark_in(name)
    unset = b.let(f"and i1 {b.let(f'icmp ne i32 {mark}, 0')}, {when}")
    site = apply(b, "mark_site", mark, str(_site(emitter, i)))
    row = b.let(f"add i64 {site}, {emitter.report_base['uninitialized-read']}")
    extra = PLACES.index("register") << records.SPACE_SHIFT
    b.do(f"call void @report_if(i1 {unset}, ptr %ctx, ptr %frame, i64 {row}, i64 0, i64 0, i64 0, i64 {extra})")
    emitter.registers.set_mark(name, b.let(f"select i1 {when}, i32 0, i32 {mark}"))


def _leaves(emitter: Emitter, i: Instruction) -> str:
    """Return, as an i1, whether a store goes to memory that others may see, or to printed output."""
    if space_of(i.modifiers) != "generic" or id(i) in emitter.printed:
        return "true"
    b, address = emitter.b, i.operands[0]
    assert isinstance(address, Address)
    number = b.let(f"lshr i64 {emitter.b.address(address)}, {records.ID_SHIFT}")
    return b.let(f"icmp ne i64 {number}, {records.LOCAL_ID}")


def _all_unset(emitter: Emitter, i: Instruction, name: str, when: str) -> str:
    """Return, as an i1, `when` and no byte of the stored value is set.

    A byte that was only moved may be a hole in a structure.
    """
    b, size = emitter.b, TYPE_BYTES[i.modifiers[-1]]
    mark = emitter.registers.mark_in(name)
    truth = b.op("and", "pred", when, apply(b, "mark_covers", mark, str(low_bytes(size))))
    return truth if size > 1 else b.op("and", "pred", truth, apply(b, "mark_used", mark))


def _mark(emitter: Emitter, operand: Operand | str) -> str:
    name = operand if isinstance(operand, str) else getattr(operand, "name", "")
    return emitter.registers.mark_in(name) if name in emitter.registers.marked else _SET


def _site(emitter: Emitter, i: Instruction) -> int:
    if id(i) not in emitter.unset_sites:
        emitter.unset_sites[id(i)] = emitter.tables.site(i)
    return emitter.unset_sites[id(i)]


def _marks_of_results(emitter: Emitter, i: Instruction) -> dict[str, str]:
    copied = pieces(i)
    if copied:
        return {name: _mark_of_pieces(emitter, each) for name, each in copied.items()}
    if i.opcode == "selp":
        marks = [_mark(emitter, each) for each in i.operands[1:]]
        mark = apply(emitter.b, "mark_chosen", *marks, emitter.b.src(i.operands[3], "pred"))
    else:
        join = "mark_both" if needs_all(i) else "mark_either"
        marks = [_mark(emitter, name) for name in carried(i)]
        mark = reduce(lambda one, other: apply(emitter.b, join, one, other), marks)
        if not needs_all(i):
            mark = apply(emitter.b, "mark_computed", mark, str(_site(emitter, i)))
    return dict.fromkeys(results(i), mark)


def _mark_of_pieces(emitter: Emitter, copied: Pieces) -> str:
    """Return the mark of bytes of one register, or of several that are put side by side."""
    b, mark, sum_of_pieces = emitter.b, _SET, _SET
    for piece in copied.of:
        mark = _mark(emitter, piece.register)
        places = (piece.start, low_bytes(piece.count), piece.to)
        sum_of_pieces = apply(b, "mark_piece", sum_of_pieces, mark, *map(str, places))
    return apply(b, "mark_pieces", sum_of_pieces, mark if copied.keeps else _SET, str(low_bytes(copied.width)))
