"""A recording ready to be shown: its steps, and races between threads."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.results import Recording
from grader.results.replay.moves import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One step: the same action, on the same line, by one or more threads.

    At a barrier, `arrived` threads are waiting when the step ends, and `awaited` are needed before any continues.
    """

    line: int
    kind: str
    array: str
    interval: int
    tile_phase: int
    actions: tuple[Action, ...]
    arrived: int = 0
    awaited: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two threads access the same element in one barrier interval, at least one of them writing: a race."""

    interval: int
    array: str
    index: int
    writer: int
    writer_line: int
    other: int
    other_line: int
    other_kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A recording ready to be shown; `in_step`: threads are shown side by side.

    If the recording was truncated (`cut`), the steps end at the last complete barrier interval. Then nothing may be
    counted that needs the rest.
    """

    recording: Recording
    steps: tuple[ReplayStep, ...]
    in_step: bool
    conflicts: tuple[Conflict, ...]
    cut: bool = False
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)

    @property
    def tile_phases(self) -> int:
        """Number of phases of the block, as far as known."""
        return max((step.tile_phase for step in self.steps), default=-1) + 1
