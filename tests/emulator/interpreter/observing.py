"""What an observer of a launch is told, as the race oracle is: accesses, fences, and who has met whom."""

from __future__ import annotations

from dataclasses import dataclass

from grader.emulator.ptx.nodes import Instruction
from grader.emulator.result import Dim3


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One access of one thread, as the race oracle sees it. `kind` is read, write or atomic; `thread` is linear.

    `wrote` is False for an atomic that left its cell alone: a `cas` that failed.
    """

    block: Dim3
    thread: int
    space: str
    object: str
    offset: int
    size: int
    kind: str
    instruction: Instruction
    wrote: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A memory fence that a thread executed, or the end of a group of asynchronous copies, or a wait for some."""

    block: Dim3
    thread: int
    instruction: Instruction


@dataclass(frozen=True, slots=True, kw_only=True)
class Synchronization:
    """A barrier or a collective that completed: what `releasing` threads did before is ordered before what
    `acquiring` ones do after. Threads are linear in `block`; `collective` is True for all but `bar` instructions.

    A thread that arrives at block barrier `barrier` without waiting is told when it does, alone and with nobody
    acquiring. The completion that it belongs to names it in `arrived`, and releases what it had done by then, too.
    """

    block: Dim3
    releasing: frozenset[int]
    acquiring: frozenset[int]
    collective: bool
    barrier: int | None = None
    arrived: frozenset[int] = frozenset()
