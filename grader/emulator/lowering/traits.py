"""What a kernel contains that decides how closely it must be watched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.emulator.layout import WORKSPACE
from grader.emulator.lowering.incidental import incidental
from grader.emulator.passes.async_copies import copies_asynchronously
from grader.emulator.passes.control_flow import Graph, sources
from grader.emulator.passes.strong_accesses import may_be_strong, may_meet_other_blocks, orders
from grader.emulator.passes.suspensions import Suspension, Wait, spinning
from grader.emulator.ptx import Function, Instruction
from grader.emulator.result import Varies


@dataclass(frozen=True, slots=True)
class Traits:
    """What a kernel contains that decides how closely it must be watched."""

    atomics: bool = False
    # Threads wait for more than the block's barrier; for memory that another block may have to write; are ordered by
    # fences and flags.
    interleaved: bool = False
    turns: bool = False
    causal: bool = False
    # They may meet threads of other blocks by atomics or flags.
    across: bool = False
    # Threads copy asynchronously.
    copies: bool = False
    # Its blocks meet as those of a cooperative launch.
    meets_grid: bool = False
    # Threads may meet in memory between barriers and be right to, so that the order of their turns may show.
    meets: bool = False
    # What it does depends on when or where it runs: on the clock, on the multiprocessor.
    incidental: bool = False

    @property
    def varies(self) -> Varies:
        """Why another launch may rightly or wrongly give something else."""
        return "turns" if self.meets else "moment" if self.incidental else ""


def traits_of(function: Function, graph: Graph, stops: Iterable[Suspension], shared: set[str]) -> Traits:
    """The traits of a kernel that may stop at these places and has these `shared` variables."""
    opcodes = {item.opcode for item in function.body if isinstance(item, Instruction)}
    arrives = any("arrive" in item.modifiers for item in function.body if isinstance(item, Instruction))
    waits = {stop.wait for stop in stops}
    causal, copies = orders(function), copies_asynchronously(function)
    read = {name for i in function.body if isinstance(i, Instruction) for name in sources(i)}
    meets = any(may_be_strong(item) for item in function.body if isinstance(item, Instruction))
    return Traits(
        atomics=bool(opcodes & {"atom", "red", "mbarrier"}),
        interleaved=causal or copies or arrives or "mbarrier" in opcodes or bool(waits - {Wait.PLAIN}),
        turns=bool(spinning(function)),
        causal=causal,
        across=(meets or causal) and may_meet_other_blocks(function, shared),
        copies=copies,
        meets=meets,
        meets_grid=not read.isdisjoint(WORKSPACE),
        incidental=incidental(graph),
    )
