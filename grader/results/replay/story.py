"""What a lab knows of a recorded block beside its events; this is what is true in any lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.results import Recording
from grader.results.replay.moves import Moves, ReplayEvent, plain_moves
from grader.results.replay.played import Replay

Spans = tuple[tuple[int, int], ...]
"""Steps, from the first to the one before which it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SumTerm:
    """One product of a sum: the `step` that adds it, what its factors are (`own`) and their values, where those are
    known, the `total` that it leads to, and the product that was `due` with its value; nothing is due where the sum
    should have ended. A term of no step never came.
    """

    number: int
    step: int = -1
    phase: int = 0
    own: tuple[str, str] | None = None
    values: tuple[float, float] = (0.0, 0.0)
    total: float = 0.0
    due: str = ""
    due_value: float = 0.0
    wrong: bool = False

    @property
    def product(self) -> float:
        """What is added."""
        return self.values[0] * self.values[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class SumFault:
    """Where a sum leaves the right one: a `term` is wrong, what was added before (`lost`) is gone, or it ends before
    all `terms` came.
    """

    kind: str
    step: int
    terms: tuple[SumTerm, ...] = ()
    lost: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """How a thread's element of the output comes about, term by term, beside how it should have."""

    terms: tuple[SumTerm, ...]
    fault: SumFault | None = None
    place: str = ""


class Story:
    """A recording as any lab understands it: each event is a move, and what came out wrong is known."""

    crossed: tuple[str, str, str] | None = None
    """Three matrices of which the first stands left of the last when they are drawn, and the second above it."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def moves(self, events: Sequence[ReplayEvent]) -> Moves:
        """The events as moves."""
        return plain_moves(self.recording, events)

    def wrong(self, played: Replay) -> Mapping[int, Spans]:
        """The output's elements that the block leaves wrong, and while it does: since it last wrote there.

        What is stored before the last launch may be on its way, and is called right or wrong by nobody.
        """
        wrong = set(self.recording.wrong_elements) if self.recording.judged else set()
        last: dict[int, int] = {}
        for number, step in enumerate(played.steps):
            if step.kind in ("store", "atomic") and step.array == self.recording.output:
                last.update((action.index, number) for action in step.actions if action.index in wrong)
        return {index: ((number, len(played.steps)),) for index, number in last.items()}

    def sums(self, played: Replay) -> Mapping[int, Sum]:  # noqa: ARG002 (a lab that reads sums needs it)
        """How the elements of the output come about, by thread, where they are sums of products."""
        return {}
