"""Fences and flags in the code of a thread; who knows of whom by them is the runtime's (`native/ordering/clocks.c`)."""

from __future__ import annotations

from collections.abc import Iterable

from grader.emulator.lowering.emitter import Emitter
from grader.emulator.passes.strong_accesses import ACQUIRING, RELEASING, is_fence
from grader.emulator.ptx import Instruction


def lower_fence(emitter: Emitter, i: Instruction) -> None:
    """What the thread has seen of flags is known now; what it knows, its later flags will tell."""
    if emitter.follows_flags and is_fence(i):
        emitter.b.do("call void @fence(ptr %ctx, ptr %frame)")


def after_load(emitter: Emitter, words: Iterable[str]) -> None:
    """A strong load has seen what flags told at the place."""
    acquires = "true" if ACQUIRING & set(words) else "false"
    if emitter.follows_flags:
        emitter.b.do(f"call void @observe(ptr %ctx, ptr %frame, i1 {acquires})")


def after_store(emitter: Emitter, words: Iterable[str], *, updates: str = "false") -> None:
    """A strong store tells; an atomic update leaves besides what was told there before."""
    releases = "true" if RELEASING & set(words) else "false"
    if emitter.follows_flags:
        emitter.b.do(f"call void @publish(ptr %ctx, ptr %frame, i1 {releases}, i1 {updates})")


def after_atomic(emitter: Emitter, i: Instruction, wrote: str) -> None:
    """Atomics see and tell; a `cas` that fails only sees."""
    if not emitter.follows_flags:
        return
    after_load(emitter, i.modifiers)
    if wrote == "true":
        after_store(emitter, i.modifiers, updates="true")
        return
    b = emitter.b
    yes, on = b.name("wrote"), b.name("after")
    b.do(f"br i1 {wrote}, label %{yes}, label %{on}")
    b.label(yes)
    after_store(emitter, i.modifiers, updates="true")
    b.do(f"br label %{on}")
    b.label(on)
