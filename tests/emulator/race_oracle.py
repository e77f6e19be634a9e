"""Data races by brute force: every access against every earlier one on the same byte, by vector clocks.

Two accesses race when different threads make them, they share a byte, at least one writes, not both are atomic, and
neither happens before the other. Program order, block barriers and `bar.warp.sync` order threads of one block.
Shuffles, votes and their like exchange values but order no memory, as PTX says; nothing orders blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from grader.emulator.findings import Dim3
from grader.emulator.interpreter import Access, Outcome, Synchronization, interpret
from grader.emulator.ptx import Module

Where = tuple[str, Dim3 | None, str, int]
"""Space, block (None for global memory), object, byte offset."""


@dataclass(frozen=True, slots=True)
class Race:
    """Two racing accesses at one byte, the later one first; lines are CUDA source lines."""

    where: Where
    line: int
    other_line: int
    kind: str
    other_kind: str


@dataclass(frozen=True, slots=True)
class _Seen:
    """An access of the past: who made it, at which tick of its own clock."""

    block: Dim3
    thread: int
    tick: int
    kind: str
    line: int


@dataclass(slots=True)
class RaceOracle:
    """Listens to a launch; `races` holds all racing pairs afterwards."""

    races: set[Race] = field(default_factory=set)
    _clocks: dict[tuple[Dim3, int], dict[int, int]] = field(default_factory=dict)
    _past: dict[Where, set[_Seen]] = field(default_factory=dict)

    def _clock(self, block: Dim3, thread: int) -> dict[int, int]:
        return self._clocks.setdefault((block, thread), {thread: 1})

    def on_synchronization(self, event: Synchronization) -> None:
        """What the releasing threads did is before what the acquiring ones will do."""
        if event.collective:
            return
        joined: dict[int, int] = {}
        for thread in event.releasing:
            for other, tick in self._clock(event.block, thread).items():
                joined[other] = max(joined.get(other, 0), tick)
        for thread in event.acquiring:
            clock = self._clock(event.block, thread)
            for other, tick in joined.items():
                clock[other] = max(clock.get(other, 0), tick)
        for thread in event.releasing | event.acquiring:
            self._clock(event.block, thread)[thread] += 1

    def on_access(self, access: Access) -> None:
        """Compare with all that happened to each byte before."""
        clock = self._clock(access.block, access.thread)
        line = access.instruction.location.line
        new = _Seen(access.block, access.thread, clock[access.thread], access.kind, line)
        owner = access.block if access.space == "shared" else None
        for offset in range(access.offset, access.offset + access.size):
            where = (access.space, owner, access.object, offset)
            past = self._past.setdefault(where, set())
            for old in past:
                if _conflict(old, new) and not _ordered(old, new, clock):
                    self.races.add(Race(where, new.line, old.line, new.kind, old.kind))
            past.add(new)

    @property
    def objects(self) -> set[tuple[str, str]]:
        """The (space, object) pairs with a race."""
        return {(race.where[0], race.where[2]) for race in self.races}

    @property
    def pairs(self) -> set[frozenset[int]]:
        """The pairs of lines that race, in no order."""
        return {frozenset((race.line, race.other_line)) for race in self.races}

    def offsets(self, space: str, name: str) -> set[int]:
        """The racing bytes of an object."""
        return {race.where[3] for race in self.races if (race.where[0], race.where[2]) == (space, name)}


def _conflict(old: _Seen, new: _Seen) -> bool:
    if (old.block, old.thread) == (new.block, new.thread):
        return False
    return {old.kind, new.kind} not in ({"read"}, {"atomic"})


def _ordered(old: _Seen, new: _Seen, clock: dict[int, int]) -> bool:
    return old.block == new.block and clock.get(old.thread, 0) >= old.tick


def find_races(
    module: Module,
    kernel: str,
    *,
    grid: Sequence[int],
    block: Sequence[int],
    args: Sequence[object],
    names: Sequence[str | None] = (),
    shared_bytes: int = 0,
    order: Random | None = None,
) -> tuple[RaceOracle, Outcome]:
    """Interpret a launch under the oracle."""
    oracle = RaceOracle()
    outcome = interpret(
        module,
        kernel,
        grid=grid,
        block=block,
        args=args,  # type: ignore[arg-type]
        names=names,
        shared_bytes=shared_bytes,
        order=order,
        on_access=oracle.on_access,
        on_synchronization=oracle.on_synchronization,
    )
    return oracle, outcome
