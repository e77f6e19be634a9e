"""A recording ready to be shown: steps, and where threads race."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.results import Recording
from grader.results.replay.moves import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """What is shown at once: the same move, on the same line, by one thread or many.

    Of a barrier, `arrived` threads are there when the step ends, and `awaited` come to it before anyone goes on.
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
    """Two threads touch the same element within one barrier interval, one of them writing: a race, drawn."""

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
    """A recording ready to be shown: `in_step` tells whether threads are shown side by side.

    Of a recording that was cut, the steps end at the last barrier that all is known of: `cut` says that more came, so
    that nothing may be counted that needs the rest.
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
        """How many phases the block went through, as far as it is known."""
        return max((step.tile_phase for step in self.steps), default=-1) + 1
