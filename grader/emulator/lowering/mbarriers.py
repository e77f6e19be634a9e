"""Lower `mbarrier` (PTX ISA, 9.7.13.15), a barrier in shared memory, and asynchronous copies, `cp.async`.

The 8 bytes of an mbarrier are opaque to a program; `native/threads/mbarriers.c` says what they hold. An arrival is like
a flag with `release`, and a thread that finds a phase over is like after `acquire`. Arrivals for the next phase until
then count, too.

A copy from global to shared memory is made at once. On a GPU it is under way until `cp.async.wait_group` and the
barrier that follow. The histories take care of this: the copy's accesses happen when its thread has waited for the
copy's group. An earlier access to the same bytes, also by the thread itself, is a race.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from grader.emulator.checkers.checkers import ATOMIC, LOAD, STORE
from grader.emulator.isa.builder import Builder
from grader.emulator.lowering.emitter import Emitter, record_access
from grader.emulator.native.records import MBARRIER_COUNT_BITS, MBARRIER_MOST
from grader.emulator.passes.suspensions import source_size
from grader.emulator.ptx.nodes import Address, Immediate, Instruction, Operand, Register, space_of
from grader.emulator.result import Unsupported


def lower_mbarrier(emitter: Emitter, i: Instruction) -> None:
    """Write one `mbarrier` instruction."""
    words = set(i.modifiers)
    if "pending_count" in words:
        state = emitter.b.src(i.operands[1], "b64")
        emitter.b.dst(i.operands[0], emitter.b.let(f"and i64 {state}, {MBARRIER_MOST}"), "b64")
    elif "init" in words:
        _initialise(emitter, i)
    elif words & {"test_wait", "try_wait"}:
        _test(emitter, i)
    elif words & {"arrive", "arrive_drop"}:
        _arrive(emitter, i)
    elif words & {"expect_tx", "complete_tx"}:
        size = _number(emitter, i.operands[1])
        size = size if "expect_tx" in words else emitter.b.let(f"sub i64 0, {size}")
        _change(emitter, i, i.operands[0], "0", size)
    elif "inval" in words:
        emitter.memory.touch(ATOMIC, *_place(i, i.operands[0]), 8, _site(emitter, i))
    else:
        raise Unsupported(i.name)


def _place(i: Instruction, operand: Operand) -> tuple[str, Address]:
    if not isinstance(operand, Address):
        raise Unsupported(i.name)
    return space_of(i.modifiers), operand


def _site(emitter: Emitter, i: Instruction, access: str = "atomic") -> int:
    return emitter.tables.site(i, access, space_of(i.modifiers), 8)


def _number(emitter: Emitter, operand: Operand) -> str:
    return emitter.b.reinterpret(emitter.b.src(operand, "u32"), "i32", "i64")


def _initialise(emitter: Emitter, i: Instruction) -> None:
    b = emitter.b
    count = _number(emitter, i.operands[1])
    if not isinstance(i.operands[1], Immediate) or not 0 < i.operands[1].bits <= MBARRIER_MOST:
        emitter.require(b.let(f"icmp ult i64 {b.let(f'sub i64 {count}, 1')}, {MBARRIER_MOST}"), emitter.tables.site(i))
    members = b.let(f"shl i64 {count}, {MBARRIER_COUNT_BITS}")
    pointer = emitter.memory.touch(STORE, *_place(i, i.operands[0]), 8, _site(emitter, i, "write"))
    b.do(f"store i64 {b.let(f'or i64 {count}, {members}')}, ptr {pointer}, align 4")


def _change(emitter: Emitter, i: Instruction, where: Operand, count: str, size: str, leaving: str = "0") -> str:
    b = emitter.b
    pointer = emitter.memory.touch(ATOMIC, *_place(i, where), 8, _site(emitter, i))
    changes = f"i64 {count}, i64 {size}, i64 {leaving}"
    if emitter.ordered:
        b.do("call void @publish(ptr %ctx, ptr %frame, i1 true, i1 true)")
    return b.let(f"call i64 @mbarrier_change(ptr {pointer}, {changes})")


def _arrive(emitter: Emitter, i: Instruction) -> None:
    """With or without a state as first operand; then the address, and a count or the bytes to expect."""
    gives = not isinstance(i.operands[0], Address)
    where, *rest = i.operands[1:] if gives else i.operands
    number = _number(emitter, rest[0]) if rest else "1"
    count, size = ("1", number) if "expect_tx" in i.modifiers else (number, "0")
    old = _change(emitter, i, where, count, size, count if "arrive_drop" in i.modifiers else "0")
    if isinstance(i.operands[0], Register):
        emitter.b.dst(i.operands[0], old, "b64")


def _test(emitter: Emitter, i: Instruction) -> None:
    """Ask whether the phase of a state, or of a parity, is over. `try_wait` does not wait: programs ask in a loop."""
    b = emitter.b
    _, where, asked = i.operands[:3]
    pointer = emitter.memory.touch(ATOMIC, *_place(i, where), 8, _site(emitter, i))
    if "parity" in i.modifiers:
        bit = asked.bits & 1 if isinstance(asked, Immediate) else _number(emitter, asked)
        state = b.let(f"shl i64 {bit}, 63")
    else:
        state = b.src(asked, "b64")
    b.set_frame("x0", pointer, "ptr")
    b.set_frame("x1", state)
    if emitter.ordered:
        b.set_frame("x2", b.context("flag", "ptr"), "ptr")
    _answer(emitter, i, pointer, state)


def ask_again(emitter: Emitter, i: Instruction) -> None:
    """Answer a thread that has waited: its phase is over, or no other thread could continue."""
    b = emitter.b
    if emitter.ordered:
        b.set_context("flag", b.frame("x2", "ptr"), "ptr")
    _answer(emitter, i, b.frame("x0", "ptr"), b.frame("x1"))


def _answer(emitter: Emitter, i: Instruction, pointer: str, state: str) -> None:
    b = emitter.b
    now = b.let(f"load i64, ptr {pointer}, align 4")
    over = b.let(f"icmp slt i64 {b.let(f'xor i64 {now}, {state}')}, 0")
    if emitter.ordered:
        with b.only_if(over):
            b.do("call void @observe(ptr %ctx, ptr %frame, i1 true)")
    b.dst(i.operands[0], over, "pred")


_WAITS = frozenset({"commit_group", "wait_group", "wait_all"})


def _follow_groups(emitter: Emitter, words: Collection[str], but: int) -> None:
    """Close a group, and wait for all groups `but` the last ones; or one of these."""
    if emitter.ordered and "wait_group" not in words:
        emitter.b.do("call void @commit_copies(ptr %ctx, ptr %frame)")
    if emitter.ordered and "commit_group" not in words:
        emitter.b.do(f"call void @wait_copies(ptr %ctx, ptr %frame, i64 {but})")


def lower_copy(emitter: Emitter, i: Instruction) -> None:
    """`cp.async.{ca,cg}.shared.global [to], [from], size{, source size}`: bytes without a source are zero."""
    if i.modifiers[0] != "async" or "bulk" in i.modifiers:
        raise Unsupported(i.name)
    if "mbarrier" in i.modifiers:
        # `cp.async.mbarrier.arrive`: a thread that finds the phase over has the copies. Without `.noinc` the
        # instruction adds the arrival that it takes.
        _follow_groups(emitter, i.modifiers, 0)
        _change(emitter, i, i.operands[0], "1" if "noinc" in i.modifiers else "0", "0")
        return
    if _WAITS & set(i.modifiers):
        _follow_groups(emitter, i.modifiers, _constant(i, 0) if "wait_group" in i.modifiers else 0)
        return
    target, source, size = i.operands[0], i.operands[1], _constant(i, 2)
    if not isinstance(target, Address) or not isinstance(source, Address) or size not in (4, 8, 16):
        raise Unsupported(i.name)
    given, b = source_size(i), emitter.b
    site = emitter.tables.site(i, "write", "shared", size)
    room = emitter.memory.touch(replace(STORE, asynchronous=True), "shared", target, size, site)
    address = emitter.b.address(source)
    if given is None or (isinstance(given, Immediate) and given.bits == size):
        _move(emitter, "global", address, room, (0, size), emitter.tables.site(i, "read", "global", size))
        return
    b.do(f"store i{8 * size} 0, ptr {room}, align 4")
    # Only the run shows how many bytes are read, so it counts them.
    site = emitter.tables.site(i, "read", "window", size)
    if isinstance(given, Register) and b.owner.register_type(given.name) == "i1":
        filled = b.select(b.src(given, "pred"), "i32", "0", str(size))
    else:
        filled = b.src(given, "u32")
    emitter.require(b.let(f"icmp ule i32 {filled}, {size}"), site)
    for condition, piece in _pieces(b, filled, size):
        with b.only_if(condition):
            _move(emitter, "window", address, room, piece, site)


def _pieces(b: Builder, filled: str, size: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield when which (offset, bytes) are read: all at once; or word by word, and the rest byte by byte."""
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
    if emitter.recording and not emitter.stepwise:
        record_access(emitter, "copy", site, 0, str(size), "i64")
    value = b.let(f"load {kind}, ptr {pointer}, align {align}")
    b.do(f"store {kind} {value}, ptr {b.let(f'getelementptr i8, ptr {room}, i64 {offset}')}, align {align}")


def _constant(i: Instruction, place: int) -> int:
    operand = i.operands[place]
    if not isinstance(operand, Immediate):
        raise Unsupported(f"{i.name} of a size known at run time")
    return operand.bits
