"""Where a replay is worth looking at: what a finding blames, the race, the first wrong term or result, an access
outside an array.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.report.format import apart, number
from grader.results import Kind
from grader.results.replay.moves import Action
from grader.results.replay.played import Replay
from grader.results.replay.story import Spans, Sum, SumFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A step (from 0) to jump to, the thread to follow there, and the button's words."""

    step: int
    thread: int
    label: str
    kind: Kind | None = None


def moments(
    played: Replay, wrong: Mapping[int, Spans], sums: Mapping[int, Sum], first: Kind | None = None
) -> tuple[Moment, ...]:
    """The moments of a run, the one that a reader should see first in front; none of a run without fault.

    Where the recording tells what was found, that is the one of the kind of finding that the report begins with.
    """
    faults = [(one.fault.step, thread) for thread, one in sums.items() if one.fault is not None]
    terms = [Moment(step=step, thread=thread, label="First wrong term") for step, thread in sorted(faults)]
    blamed = [*_unset(played), *_parted(played)]
    found = [*_races(played)][:1] + blamed[:1] + terms[:1] + [*_outside(played)][:1]
    if played.recording.found is not None:
        found.sort(key=lambda moment: moment.kind is not first)
    return tuple(found or [*_into_inputs(played)][:1] or [*_wrong_results(played, wrong)][:1] or [*_left_out(played)])


def fault_words(fault: SumFault | None) -> str:
    """What is wrong with a sum; empty where nothing is."""
    if fault is None:
        return ""
    first, phase = fault.terms[0], f"phase {fault.terms[0].phase + 1}"
    if fault.kind == "lost":
        return f"The sum starts anew in {phase}: the {number(fault.lost)} added before are lost."
    if fault.kind == "short":
        last = fault.terms[-1].number
        terms = f"the term k = {last}" if first.number == last else f"the terms k = {first.number} to {last}"
        return f"It stops too early: {terms}, {number(sum(term.due_value for term in fault.terms))} in all, never came."
    own = " · ".join(first.own or ())
    product, right = apart(first.product, first.due_value) if first.due else (number(first.product), "")
    due = f"{first.due} = {right}" if first.due else "nothing is left to add"
    return f"It goes wrong in {phase}: {own} = {product} where {due}."


def _races(played: Replay) -> Iterator[Moment]:
    """Of each conflict, the later of its two accesses; where threads of different blocks race, what this one writes."""
    lines = _lines(played, Kind.DATA_RACE) if not played.conflicts else set()
    for position, step in enumerate(played.steps):
        if step.line in lines and step.kind in ("store", "atomic"):
            yield Moment(step=position, thread=step.actions[0].thread, label="The race", kind=Kind.DATA_RACE)
    for conflict in played.conflicts:
        seen: dict[bool, int] = {}
        for position, step in enumerate(played.steps):
            if step.interval != conflict.interval:
                continue
            for action in step.actions:
                if conflict.index not in _touched(action, conflict.array):
                    continue
                writes = step.kind in ("store", "atomic")
                if action.thread == conflict.writer and step.line == conflict.writer_line and writes:
                    seen.setdefault(True, position)
                elif action.thread == conflict.other and step.line == conflict.other_line:
                    seen.setdefault(False, position)
        if len(seen) == 2:
            yield Moment(step=max(seen.values()), thread=conflict.other, label="The race", kind=Kind.DATA_RACE)


def _touched(action: Action, array: str) -> set[int]:
    """The elements of `array` that a move reads or writes."""
    touched: defaultdict[str, set[int]] = defaultdict(set)
    for name, index, _ in action.operands:
        touched[name].add(index)
    if action.array:
        touched[action.array].add(action.index)
    return touched[array]


def _unset(played: Replay) -> Iterator[Moment]:
    """Every read, on a line that is blamed for it, of what the block has not written."""
    lines = _lines(played, Kind.UNINITIALIZED_READ)
    written: set[tuple[str, int]] = set()
    for position, step in enumerate(played.steps if lines else ()):
        for action in step.actions:
            if step.kind in ("store", "atomic"):
                written.add((action.array, action.index))
            elif step.line in lines and action.array and (action.array, action.index) not in written:
                yield Moment(
                    step=position, thread=action.thread, label="Read before written", kind=Kind.UNINITIALIZED_READ
                )


def _parted(played: Replay) -> Iterator[Moment]:
    """Every barrier to which not all threads come, where a finding says so."""
    lines = _lines(played, Kind.BARRIER_DIVERGENCE) | _lines(played, Kind.EARLY_EXIT)
    threads = math.prod(played.recording.block_dim)
    for position, step in enumerate(played.steps if lines else ()):
        if step.kind == "barrier" and (step.line in lines or step.awaited < threads):
            kind = Kind.EARLY_EXIT if _lines(played, Kind.EARLY_EXIT) else Kind.BARRIER_DIVERGENCE
            yield Moment(step=position, thread=step.actions[0].thread, label="The barrier", kind=kind)


def _lines(played: Replay, kind: Kind) -> set[int]:
    return {line for name, line in played.recording.found or () if name == kind.value}


def _outside(played: Replay) -> Iterator[Moment]:
    """Every step with an access outside its array."""
    for position, step in enumerate(played.steps):
        if step.kind in ("load", "store", "read", "atomic"):
            gone = next((action for action in step.actions if action.index < 0), None)
            if gone is not None:
                yield Moment(step=position, thread=gone.thread, label=f"Outside {step.array}", kind=Kind.OUT_OF_BOUNDS)


def _into_inputs(played: Replay) -> Iterator[Moment]:
    """Every step that writes to a buffer which must stay as it is."""
    recording = played.recording
    kept = recording.buffers.keys() - recording.before.keys() if recording.found is not None else ()
    for position, step in enumerate(played.steps):
        if step.kind in ("store", "atomic") and step.array in kept:
            yield Moment(step=position, thread=step.actions[0].thread, label="Into an input", kind=Kind.INPUT_MODIFIED)


def _left_out(played: Replay) -> Iterator[Moment]:
    """The end, where elements are wrong that no step of this block writes; other blocks, or none, may do so."""
    recording = played.recording
    if recording.judged and recording.wrong_elements and played.steps:
        threads = range(math.prod(recording.block_dim))
        idle = next((thread for thread in threads if thread not in played.cell_of_thread), 0)
        yield Moment(step=len(played.steps) - 1, thread=idle, label="Not written here")


def _wrong_results(played: Replay, wrong: Mapping[int, Spans]) -> Iterator[Moment]:
    """Every step that writes a wrong result."""
    for position, step in enumerate(played.steps):
        if step.kind in ("store", "atomic") and step.array == played.recording.output:
            bad = next((one for one in step.actions if _is_bad(position, wrong.get(one.index))), None)
            if bad is not None:
                yield Moment(step=position, thread=bad.thread, label="First wrong result", kind=Kind.WRONG_RESULT)


def _is_bad(position: int, spans: Spans | None) -> bool:
    """Whether what is written at this step is wrong then, or later by another's doing."""
    return spans is not None and (not spans or any(first <= position < end for first, end in spans))
