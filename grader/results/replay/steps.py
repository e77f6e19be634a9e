"""Convert a recorded block to steps: its threads' actions, merged (load, store, multiply-add, barrier).

Threads of one barrier interval may run in any order. If the order does not matter, they are shown in step, line by
line, as in the lesson. If threads race, the order affects the result: then the steps are in execution order.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from grader.results.replay.story import Action, Conflict, Replay, ReplayEvent, ReplayStep, Story, whole_intervals

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
    return Replay(
        recording=recording,
        steps=_with_arrivals(tuple(ordered)),
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
                found = _conflict(place, other, own, "read")
            # two different readers are enough: one is not the writer
            if len(readers[place]) < 2 and all(party[0] != thread for party in readers[place]):
                readers[place].append(own)
        else:
            other = next((party for party in readers[place] if party[0] != thread), None)
            if other is not None:
                found = _conflict(place, own, other, "read")
            elif writer is not None and writer[0] != thread:
                found = _conflict(place, own, writer, "write")
            elif op == "store" and atomic is not None and atomic[0] != thread:
                found = _conflict(place, own, atomic, "write")
            (writers if op == "store" else atomics)[place] = own
        if found is not None and (key := (array, found.writer_line, found.other_line, found.other_kind)) not in told:
            told.add(key)
            yield found


def _conflict(place: tuple[int, str, int], writer: ReplayParty, other: ReplayParty, kind: str) -> Conflict:
    interval, array, index = place
    return Conflict(
        interval=interval,
        array=array,
        index=index,
        writer=writer[0],
        writer_line=writer[1],
        other=other[0],
        other_line=other[1],
        other_kind=kind,
    )


def _in_step(actions: Sequence[Action]) -> Iterator[ReplayStep]:
    """Yield steps in which, within each barrier interval, the threads furthest behind in the source act together."""
    intervals: dict[int, dict[int, list[Action]]] = defaultdict(lambda: defaultdict(list))
    for action in actions:
        intervals[action.interval][action.thread].append(action)
    for interval in sorted(intervals):
        waiting = {thread: iter(moves) for thread, moves in sorted(intervals[interval].items())}
        heads = {thread: next(moves) for thread, moves in waiting.items()}
        while heads:
            lead = min(heads.values(), key=_place)
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


def _place(action: Action) -> tuple[int, int, int]:
    # a barrier or an exit comes last: it waits for all other actions of this interval, wherever its line is
    return (action.kind in ("barrier", "exit"), action.line, _RANK.get(action.kind, 0))


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


def _with_arrivals(steps: Sequence[ReplayStep]) -> tuple[ReplayStep, ...]:
    """Return the steps with the arrivals at each barrier counted."""
    meeting = Counter(
        (action.interval, action.line) for step in steps if step.kind == "barrier" for action in step.actions
    )
    there: Counter[tuple[int, int]] = Counter()
    counted = []
    for step in steps:
        if step.kind == "barrier":
            place = (step.interval, step.line)
            there[place] += len(step.actions)
            step = replace(step, arrived=there[place], awaited=meeting[place])
        counted.append(step)
    return tuple(counted)


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
