"""`cp.async`: a copy from global to shared memory, made at once.

On a GPU the copy is under way until `cp.async.wait_group` and the barrier that follow; here the bytes are there where
it is issued. The histories know better: what a copy reads and writes happens when its thread has waited for the group
that the copy belongs to, and who touches it earlier, the thread itself included, is in a race with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.emulator.isa.builder import Builder
from grader.emulator.mbarriers import arrive_after_copies
from grader.emulator.ptx import Address, Function, Immediate, Instruction, Operand, Register
from grader.emulator.unsupported import Unsupported

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

_WAITS = frozenset({"commit_group", "wait_group", "wait_all"})


def copies_asynchronously(function: Function) -> bool:
    """Whether a kernel has asynchronous copies."""
    items = (item for item in function.body if isinstance(item, Instruction))
    return any(item.opcode == "cp" and item.modifiers[:1] == ("async",) for item in items)


def _follow_groups(stepper: Stepper, i: Instruction) -> None:
    """A group is closed, all but the last so many are waited for, or everything is."""
    if not stepper.ordered:
        return
    if "wait_group" in i.modifiers:
        stepper.b.do(f"call void @wait_copies(ptr %ctx, ptr %frame, i64 {_constant(i, 0)})")
        return
    stepper.b.do("call void @commit_copies(ptr %ctx, ptr %frame)")
    if "wait_all" in i.modifiers:
        stepper.b.do("call void @wait_copies(ptr %ctx, ptr %frame, i64 0)")


def lower_copy(stepper: Stepper, i: Instruction) -> None:
    """`cp.async.{ca,cg}.shared.global [to], [from], size{, source size};` what the source does not fill is zero."""
    if i.modifiers[0] != "async" or "bulk" in i.modifiers:
        raise Unsupported(i.name)
    if "mbarrier" in i.modifiers:
        arrive_after_copies(stepper, i)
        return
    if _WAITS & set(i.modifiers):
        _follow_groups(stepper, i)
        return
    target, source, size = i.operands[0], i.operands[1], _constant(i, 2)
    if not isinstance(target, Address) or not isinstance(source, Address) or size not in (4, 8, 16):
        raise Unsupported(i.name)
    given, b = source_size(i), stepper.b
    site = stepper.tables.site(i, "write", "shared", size)
    room = stepper.memory.touch("async_store", "shared", target, size, site)
    address = stepper.memory.address(source)
    if given is None or (isinstance(given, Immediate) and given.bits == size):
        _move(stepper, "global", address, room, (0, size), stepper.tables.site(i, "read", "global", size))
        return
    b.do(f"store i{8 * size} 0, ptr {room}, align 4")
    # How many bytes are read the run alone can tell, and so it counts them.
    site = stepper.tables.site(i, "read", "window", size)
    filled = _bytes_given(stepper, given, size)
    stepper.require(b.let(f"icmp ule i32 {filled}, {size}"), site)
    for condition, piece in _pieces(b, filled, size):
        moved, on = b.name("moved"), b.name("on")
        b.do(f"br i1 {condition}, label %{moved}, label %{on}")
        b.label(moved)
        _move(stepper, "window", address, room, piece, site)
        b.do(f"br label %{on}")
        b.label(on)


def source_size(i: Instruction) -> Operand | None:
    """The operand that says how many bytes are read, or, a predicate, that none is; None: as many as are written."""
    given = i.operands[3:-1] if "L2::cache_hint" in i.modifiers else i.operands[3:]
    return given[0] if given else None


def _bytes_given(stepper: Stepper, given: Operand, size: int) -> str:
    b = stepper.b
    if isinstance(given, Register) and b.register_type(given.name) == "i1":
        return b.select(b.src(given, "pred"), "i32", "0", str(size))
    return b.src(given, "u32")


def _pieces(b: Builder, filled: str, size: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """When which (offset, bytes) are read: the whole at once; or word by word, and what is left byte by byte."""
    whole = b.let(f"icmp eq i32 {filled}, {size}")
    yield whole, (0, size)
    part = b.let(f"xor i1 {whole}, true")
    for word in range(0, size, 4):
        all_of_it = b.let(f"icmp uge i32 {filled}, {word + 4}")
        yield b.let(f"and i1 {all_of_it}, {part}"), (word, 4)
        some_of_it = b.let(f"xor i1 {all_of_it}, true")
        for byte in range(word, word + 3):
            yield b.let(f"and i1 {b.let(f'icmp ugt i32 {filled}, {byte}')}, {some_of_it}"), (byte, 1)


def _move(stepper: Stepper, space: str, address: str, room: str, piece: tuple[int, int], site: int) -> None:
    (offset, size), b = piece, stepper.b
    kind, align = f"i{8 * size}", min(size, 4)
    place = b.let(f"add i64 {address}, {offset}")
    pointer = stepper.memory.touch_address("async_load", space, place, size, site)
    value = b.let(f"load {kind}, ptr {pointer}, align {align}")
    b.do(f"store {kind} {value}, ptr {b.let(f'getelementptr i8, ptr {room}, i64 {offset}')}, align {align}")


def _constant(i: Instruction, place: int) -> int:
    operand = i.operands[place]
    if not isinstance(operand, Immediate):
        raise Unsupported(f"{i.name} of a size known at run time")
    return operand.bits
