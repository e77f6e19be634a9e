"""`mbarrier`: barriers that live in shared memory, as `cuda::barrier` and pipelines use them (PTX ISA, 9.7.13.15).

The 8 bytes are opaque to a program; `native/threads/mbarriers.c` says what they hold. Who arrives tells, like a flag
with `release`, and who finds a phase over knows, like after `acquire`; those who have arrived for the next phase by
then count, too.
"""

from __future__ import annotations

from grader.emulator.checkers import ATOMIC, STORE
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.native.records import MBARRIER_COUNT_BITS, MBARRIER_MOST
from grader.emulator.ptx import Address, Immediate, Instruction, Operand, Register
from grader.emulator.ptx.nodes import space_of
from grader.emulator.unsupported import Unsupported


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
        _change(emitter, i, i.operands[0], "0", size if "expect_tx" in words else _negated(emitter, size))
    elif "inval" in words:
        emitter.memory.touch(ATOMIC, *_place(i, i.operands[0]), 8, _site(emitter, i))
    else:
        raise Unsupported(i.name)


def arrive_after_copies(emitter: Emitter, i: Instruction) -> None:
    """`cp.async.mbarrier.arrive`: who finds the phase over has the copies. Without `.noinc` it adds what it takes."""
    if emitter.ordered:
        emitter.b.do("call void @commit_copies(ptr %ctx, ptr %frame)")
        emitter.b.do("call void @wait_copies(ptr %ctx, ptr %frame, i64 0)")
    _change(emitter, i, i.operands[0], "1" if "noinc" in i.modifiers else "0", "0")


def _place(i: Instruction, operand: Operand) -> tuple[str, Address]:
    if not isinstance(operand, Address):
        raise Unsupported(i.name)
    return space_of(i.modifiers), operand


def _site(emitter: Emitter, i: Instruction, access: str = "atomic") -> int:
    return emitter.tables.site(i, access, space_of(i.modifiers), 8)


def _number(emitter: Emitter, operand: Operand) -> str:
    return emitter.b.reinterpret(emitter.b.src(operand, "u32"), "i32", "i64")


def _negated(emitter: Emitter, value: str) -> str:
    return emitter.b.let(f"sub i64 0, {value}")


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
    """With a state as first operand or without; then the address, and a count or the bytes to expect."""
    gives = not isinstance(i.operands[0], Address)
    where, *rest = i.operands[1:] if gives else i.operands
    number = _number(emitter, rest[0]) if rest else "1"
    count, size = ("1", number) if "expect_tx" in i.modifiers else (number, "0")
    old = _change(emitter, i, where, count, size, count if "arrive_drop" in i.modifiers else "0")
    if isinstance(i.operands[0], Register):
        emitter.b.dst(i.operands[0], old, "b64")


def _test(emitter: Emitter, i: Instruction) -> None:
    """Whether the phase of a state, or of a parity, is over. `try_wait` does not wait here: programs ask in a loop."""
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
    """What a thread that has waited asked for: its phase is over now, or nothing else could go on."""
    b = emitter.b
    if emitter.ordered:
        b.set_context("flag", b.frame("x2", "ptr"), "ptr")
    _answer(emitter, i, b.frame("x0", "ptr"), b.frame("x1"))


def _answer(emitter: Emitter, i: Instruction, pointer: str, state: str) -> None:
    b = emitter.b
    now = b.let(f"load i64, ptr {pointer}, align 4")
    over = b.let(f"icmp slt i64 {b.let(f'xor i64 {now}, {state}')}, 0")
    if emitter.ordered:
        yes, on = b.name("over"), b.name("asked")
        b.do(f"br i1 {over}, label %{yes}, label %{on}")
        b.label(yes)
        b.do("call void @observe(ptr %ctx, ptr %frame, i1 true)")
        b.do(f"br label %{on}")
        b.label(on)
    b.dst(i.operands[0], over, "pred")
