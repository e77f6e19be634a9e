"""A recorded block as actions of threads, the steps made of them, and what is known beyond its events (`Story`).

Threads of one barrier interval may run in any order. If the order does not matter, they are shown in step, line by
line, as in the lesson. If threads race, the order affects the result: then the steps are in execution order.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.results import Recording, in_source


def dims_of(recording: Recording, array: str) -> tuple[int, ...]:
    """Return the dimensions of a recording's array, outermost first; empty if unknown."""
    shared = next((known.dims for known in recording.shared if known.name == array), ())
    return shared or (recording.buffers[array].dims if array in recording.buffers else ())


def element(recording: Recording, array: str, index: int) -> str:
    """Return an element in source notation: `As[1][0]`; `outside A` if the index is −1."""
    if index < 0:
        return f"outside {array}"
    return in_source(array, subscripts(dims_of(recording, array), index), recording.members_of(array))


def subscripts(dims: Sequence[int], index: int) -> tuple[int, ...]:
    """Return an element's subscripts; the last one varies fastest."""
    places: list[int] = []
    for size in reversed(dims[1:]):
        places.insert(0, index % size)
        index //= size
    return (index, *places)


def thread_of(recording: Recording, thread: int) -> tuple[int, int, int]:
    """Return the place in its block of a thread, which events name by its number."""
    width, height, _ = recording.block_dim
    return thread % width, thread // width % height, thread // (width * height)


ReplayEvent = tuple[int, int, int, str, str, int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action of one thread.

    `kind` is load (from global or constant memory), read (from a shared array), fma, store, atomic, barrier or exit.
    `operands` of an fma are the two elements `(array, index, value)` that give its `value`, if a lab knows them.
    `tile_phase` is the block's phase from 0 as the lab counts; by default, a phase ends at each barrier.
    """

    thread: int
    interval: int
    tile_phase: int
    line: int
    kind: str
    array: str = ""
    index: int = 0
    value: float = 0.0
    operands: tuple[tuple[str, int, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """Actions in execution order; shared arrays that hold `sums`, not tiles; each thread's output element."""

    actions: Sequence[Action]
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)


def whole_intervals(recording: Recording) -> tuple[ReplayEvent, ...]:
    """Return the events up to the last complete barrier interval: all, unless the recording was truncated.

    Threads run one after another up to each barrier, so a truncated interval lacks some threads.
    """
    if not recording.truncated:
        return recording.events
    last = max((event[1] for event in recording.events), default=0)
    return tuple(event for event in recording.events if event[1] < last)


def plain_moves(recording: Recording, events: Sequence[ReplayEvent]) -> Moves:
    """Return each event as an action; the first output element that a thread writes becomes its own.

    Multiply-adds are omitted: without known operands, a sum, an index and a step of `expf` look the same.
    """
    cells: dict[int, int] = {}
    actions = []
    for thread, interval, line, op, array, index, value in events:
        if op == "fma":
            continue
        kind = "read" if op == "load" and array not in recording.buffers else op
        if op in ("store", "atomic") and array == recording.output and index >= 0:
            cells.setdefault(thread, index)
        actions.append(
            Action(
                thread=thread, interval=interval, tile_phase=interval, line=line, kind=kind, array=array, index=index,
                value=value,
            )
        )  # fmt: skip
    return Moves(actions=actions, cell_of_thread=cells)


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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A recording ready to be shown, with its `story`; `in_step`: threads are shown side by side.

    If the recording was truncated (`cut`), the steps end at the last complete barrier interval. Then nothing may be
    counted that needs the rest. `sums` are the shared arrays that hold sums, `sum_of` has that of each thread.
    """

    story: Story
    steps: tuple[ReplayStep, ...]
    in_step: bool
    conflicts: tuple[Conflict, ...]
    cut: bool = False
    sums: frozenset[str] = frozenset()
    cell_of_thread: dict[int, int] = field(default_factory=dict)

    @property
    def recording(self) -> Recording:
        return self.story.recording

    @cached_property
    def wrong(self) -> Mapping[int, Spans]:
        """See `Story.wrong`."""
        return self.story.wrong(self)

    @cached_property
    def sum_of(self) -> Mapping[int, Sum]:
        """See `Story.sums`."""
        return self.story.sums(self)

    @property
    def tile_phases(self) -> int:
        """Number of phases of the block, as far as known."""
        return max((step.tile_phase for step in self.steps), default=-1) + 1


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


# -- steps -------------------------------------------------------------------------------------------------------------


SINGLE_STEP_THREADS = 16
"""Up to this number of threads, a racing block shows each multiply-add as its own step."""

_RANK = {"load": 0, "read": 1, "fma": 2, "store": 3, "atomic": 3, "barrier": 4, "exit": 5}


def play(story: Story) -> Replay:
    """Return the steps of a recording."""
    recording = story.recording
    events = whole_intervals(recording)
    conflicts = tuple(_conflicts(events)) if recording.may_race else ()
    moves = story.moves(events)
    ordered = _as_it_ran(moves.actions, math.prod(recording.block_dim)) if conflicts else _in_step(moves.actions)
    steps = list(ordered)
    meeting = Counter(
        (action.interval, action.line) for step in steps if step.kind == "barrier" for action in step.actions
    )
    there: Counter[tuple[int, int]] = Counter()
    for number, step in enumerate(steps):  # the arrivals at each barrier
        if step.kind == "barrier":
            place = (step.interval, step.line)
            there[place] += len(step.actions)
            steps[number] = replace(step, arrived=there[place], awaited=meeting[place])
    return Replay(
        story=story,
        steps=tuple(steps),
        in_step=not conflicts,
        conflicts=conflicts,
        cut=recording.truncated,
        sums=moves.sums,
        cell_of_thread=moves.cell_of_thread,
    )


ReplayParty = tuple[int, int]
"""A thread and the source line of its access."""


def _conflicts(events: Iterable[ReplayEvent]) -> Iterator[Conflict]:
    """Yield one conflict per pair of lines. Atomic operations do not conflict with each other."""
    writers: dict[tuple[int, str, int], ReplayParty] = {}
    atomics: dict[tuple[int, str, int], ReplayParty] = {}
    readers: dict[tuple[int, str, int], list[ReplayParty]] = defaultdict(list)
    told: set[tuple[str, int, int, str]] = set()
    for thread, interval, line, op, array, index, _ in events:
        if op not in ("load", "store", "atomic") or index < 0:
            continue
        place, own = (interval, array, index), (thread, line)
        writer, atomic = writers.get(place), atomics.get(place)
        found: Conflict | None = None
        if op == "load":
            other = next((party for party in (writer, atomic) if party is not None and party[0] != thread), None)
            if other is not None:
                found = Conflict(*place, *other, *own, "read")
            # two different readers are enough: one is not the writer
            if len(readers[place]) < 2 and all(party[0] != thread for party in readers[place]):
                readers[place].append(own)
        else:
            other = next((party for party in readers[place] if party[0] != thread), None)
            if other is not None:
                found = Conflict(*place, *own, *other, "read")
            elif writer is not None and writer[0] != thread:
                found = Conflict(*place, *own, *writer, "write")
            elif op == "store" and atomic is not None and atomic[0] != thread:
                found = Conflict(*place, *own, *atomic, "write")
            (writers if op == "store" else atomics)[place] = own
        if found is not None and (key := (array, found.writer_line, found.other_line, found.other_kind)) not in told:
            told.add(key)
            yield found


def _in_step(actions: Sequence[Action]) -> Iterator[ReplayStep]:
    """Yield steps in which, within each barrier interval, the threads furthest behind in the source act together."""
    intervals: dict[int, dict[int, list[Action]]] = defaultdict(lambda: defaultdict(list))
    for action in actions:
        intervals[action.interval][action.thread].append(action)
    for interval in sorted(intervals):
        waiting = {thread: iter(moves) for thread, moves in sorted(intervals[interval].items())}
        heads = {thread: next(moves) for thread, moves in waiting.items()}
        while heads:
            # a barrier or an exit comes last: it waits for all other actions of this interval, wherever its line is
            lead = min(
                heads.values(),
                key=lambda each: (each.kind in ("barrier", "exit"), each.line, _RANK.get(each.kind, 0)),
            )
            same = tuple(
                head
                for head in heads.values()
                if (head.line, head.kind, head.array) == (lead.line, lead.kind, lead.array)
            )
            yield _step(same)
            for action in same:
                following = next(waiting[action.thread], None)
                if following is None:
                    del heads[action.thread]
                else:
                    heads[action.thread] = following


def _as_it_ran(actions: Sequence[Action], threads: int) -> Iterator[ReplayStep]:
    """Yield steps in execution order; one thread's actions on one line, or arrivals at one barrier, form one step."""
    group: list[Action] = []
    for action in actions:
        if group and not _joins(group[-1], action, threads):
            yield _step(tuple(group))
            group = []
        group.append(action)
    if group:
        yield _step(tuple(group))


def _joins(last: Action, action: Action, threads: int) -> bool:
    if (last.line, last.kind, last.interval) != (action.line, action.kind, action.interval):
        return False
    if action.kind in ("barrier", "exit"):
        return True
    return last.thread == action.thread and last.array == action.array and threads > SINGLE_STEP_THREADS


def _step(actions: tuple[Action, ...]) -> ReplayStep:
    first = actions[0]
    return ReplayStep(
        line=first.line,
        kind=first.kind,
        array=first.array,
        interval=first.interval,
        tile_phase=max(action.tile_phase for action in actions),
        actions=actions,
    )
