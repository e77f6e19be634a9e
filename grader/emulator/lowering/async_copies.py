"""`cp.async`: a copy from global to shared memory, made at once.

On a GPU the copy is under way until `cp.async.wait_group` and the barrier that follow; here the bytes are there where
it is issued. The histories know better: what a copy reads and writes happens when its thread has waited for the group
that the copy belongs to, and who touches it earlier, the thread itself included, is in a race with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.emulator.checkers import LOAD, STORE
from grader.emulator.isa.builder import Builder
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.lowering.mbarriers import arrive_after_copies
from grader.emulator.passes.async_copies import source_size
from grader.emulator.ptx import Address, Immediate, Instruction, Operand, Register
from grader.emulator.unsupported import Unsupported

_WAITS = frozenset({"commit_group", "wait_group", "wait_all"})


def _follow_groups(emitter: Emitter, i: Instruction) -> None:
    """A group is closed, all but the last so many are waited for, or everything is."""
    if not emitter.ordered:
        return
    if "wait_group" in i.modifiers:
        emitter.b.do(f"call void @wait_copies(ptr %ctx, ptr %frame, i64 {_constant(i, 0)})")
        return
    emitter.b.do("call void @commit_copies(ptr %ctx, ptr %frame)")
    if "wait_all" in i.modifiers:
        emitter.b.do("call void @wait_copies(ptr %ctx, ptr %frame, i64 0)")


def lower_copy(emitter: Emitter, i: Instruction) -> None:
    """`cp.async.{ca,cg}.shared.global [to], [from], size{, source size};` what the source does not fill is zero."""
    if i.modifiers[0] != "async" or "bulk" in i.modifiers:
        raise Unsupported(i.name)
    if "mbarrier" in i.modifiers:
        arrive_after_copies(emitter, i)
        return
    if _WAITS & set(i.modifiers):
        _follow_groups(emitter, i)
        return
    target, source, size = i.operands[0], i.operands[1], _constant(i, 2)
    if not isinstance(target, Address) or not isinstance(source, Address) or size not in (4, 8, 16):
        raise Unsupported(i.name)
    given, b = source_size(i), emitter.b
    site = emitter.tables.site(i, "write", "shared", size)
    room = emitter.memory.touch(replace(STORE, asynchronous=True), "shared", target, size, site)
    address = emitter.memory.address(source)
    if given is None or (isinstance(given, Immediate) and given.bits == size):
        _move(emitter, "global", address, room, (0, size), emitter.tables.site(i, "read", "global", size))
        return
    b.do(f"store i{8 * size} 0, ptr {room}, align 4")
    # How many bytes are read the run alone can tell, and so it counts them.
    site = emitter.tables.site(i, "read", "window", size)
    filled = _bytes_given(emitter, given, size)
    emitter.require(b.let(f"icmp ule i32 {filled}, {size}"), site)
    for condition, piece in _pieces(b, filled, size):
        moved, on = b.name("moved"), b.name("on")
        b.do(f"br i1 {condition}, label %{moved}, label %{on}")
        b.label(moved)
        _move(emitter, "window", address, room, piece, site)
        b.do(f"br label %{on}")
        b.label(on)


def _bytes_given(emitter: Emitter, given: Operand, size: int) -> str:
    b = emitter.b
    if isinstance(given, Register) and b.owner.register_type(given.name) == "i1":
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


def _move(emitter: Emitter, space: str, address: str, room: str, piece: tuple[int, int], site: int) -> None:
    (offset, size), b = piece, emitter.b
    kind, align = f"i{8 * size}", min(size, 4)
    place = b.let(f"add i64 {address}, {offset}")
    pointer = emitter.memory.touch_address(replace(LOAD, asynchronous=True), space, place, size, site)
    value = b.let(f"load {kind}, ptr {pointer}, align {align}")
    b.do(f"store {kind} {value}, ptr {b.let(f'getelementptr i8, ptr {room}, i64 {offset}')}, align {align}")


def _constant(i: Instruction, place: int) -> int:
    operand = i.operands[place]
    if not isinstance(operand, Immediate):
        raise Unsupported(f"{i.name} of a size known at run time")
    return operand.bits
