"""A lab's knowledge of a recorded block beyond its events; this base class holds for all labs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.results import Recording
from grader.results.replay.moves import Moves, ReplayEvent, plain_moves
from grader.results.replay.played import Replay

Spans = tuple[tuple[int, int], ...]
"""Ranges of steps, each from the first up to but excluding the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SumTerm:
    """One product of a sum: the `step` that adds it, its factors (`own`) and their values, if known, the `total` after
    it, and the product that was `due`, with its value; `due` is empty if the sum should have ended. A term without a
    step was never added.
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
        """The value that is added."""
        return self.values[0] * self.values[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class SumFault:
    """Where a sum becomes wrong: a `term` is wrong, the earlier sum (`lost`) is gone, or it ends before all `terms`."""

    kind: str
    step: int
    terms: tuple[SumTerm, ...] = ()
    lost: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """How a thread's output element is computed, term by term, compared with how it should be."""

    terms: tuple[SumTerm, ...]
    fault: SumFault | None = None
    place: str = ""


class Story:
    """A recording as any lab sees it: each event is an action, and the wrong output elements are known."""

    crossed: tuple[str, str, str] | None = None
    """Three matrices (left, above, last): drawn with the first left of the last and the second above it."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording

    def moves(self, events: Sequence[ReplayEvent]) -> Moves:
        """Return the events as actions."""
        return plain_moves(self.recording, events)

    def wrong(self, played: Replay) -> Mapping[int, Spans]:
        """Return the output elements that the block leaves wrong, each with the steps since its last write there.

        Values stored before the last launch may be intermediate and are not judged.
        """
        wrong = set(self.recording.wrong_elements) if self.recording.judged else set()
        last: dict[int, int] = {}
        for number, step in enumerate(played.steps):
            if step.kind in ("store", "atomic") and step.array == self.recording.output:
                last.update((action.index, number) for action in step.actions if action.index in wrong)
        return {index: ((number, len(played.steps)),) for index, number in last.items()}

    def sums(self, played: Replay) -> Mapping[int, Sum]:  # noqa: ARG002 (a lab that reads sums needs it)
        """Return how output elements are computed, by thread, if they are sums of products."""
        return {}
