"""A replay packed for the page, no larger than a page should carry, and the steps of it that are worth a look."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

from grader.report.drawings import drawings, thread_columns
from grader.report.format import apart, number, plural
from grader.report.trace import trace_text
from grader.results import Kind, Recording
from grader.results.replay import Action, Replay, ReplayStep, Sum, SumFault, SumTerm, play
from grader.results.replay.product import story_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A step (from 0) to jump to, the thread to follow there, and the button's words."""

    step: int
    thread: int
    label: str
    kind: Kind | None = None


def moments(played: Replay, first: Kind | None = None) -> tuple[Moment, ...]:
    """The moments of a run, the one that a reader should see first in front; none of a run without fault.

    Where the recording tells what was found, that is the one of the kind of finding that the report begins with.
    """
    faults = [(one.fault.step, thread) for thread, one in played.sum_of.items() if one.fault is not None]
    terms = [Moment(step=step, thread=thread, label="First wrong term") for step, thread in sorted(faults)]
    found = [*_races(played)][:1] + [*_unset(played), *_parted(played)][:1] + terms[:1] + _outside(played)
    if played.recording.found is not None:
        found.sort(key=lambda moment: moment.kind is not first)
    return tuple(found or _into_inputs(played) or _wrong_results(played) or _left_out(played))


def fault_words(fault: SumFault | None) -> str:
    """What is wrong with a sum; empty where nothing is."""
    if fault is None:
        return ""
    first, phase = fault.terms[0], f"phase {fault.terms[0].phase + 1}"
    if fault.kind == "lost":
        return f"The sum starts anew in {phase}: the {number(fault.lost)} added before are lost."
    if fault.kind == "short":
        numbers = [term.number for term in fault.terms]
        terms = (
            f"the term k = {numbers[0]}" if len(numbers) == 1 else f"the terms k = {', '.join(map(str, numbers[:4]))}"
        )
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            terms = f"the terms k = {numbers[0]} to {numbers[-1]}"
        elif len(numbers) > 4:
            terms += f" and {len(numbers) - 4} more"
        return f"It ends without {terms}, {number(sum(term.due_value for term in fault.terms))} in all."
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
                place = (conflict.array, conflict.index)
                if place != (action.array, action.index) and place not in (each[:2] for each in action.operands):
                    continue
                writes = step.kind in ("store", "atomic")
                if action.thread == conflict.writer and step.line == conflict.writer_line and writes:
                    seen.setdefault(True, position)
                elif action.thread == conflict.other and step.line == conflict.other_line:
                    seen.setdefault(False, position)
        if len(seen) == 2:
            yield Moment(step=max(seen.values()), thread=conflict.other, label="The race", kind=Kind.DATA_RACE)


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


def _lines(played: Replay, kind: Kind) -> set[int]:
    return {line for name, line in played.recording.found or () if name == kind.value}


def _first(
    played: Replay, pick: Callable[[int, ReplayStep], Action | None], label: str, kind: Kind | None
) -> list[Moment]:
    """Return the first step of which an action is picked, as a list of one; empty if there is none."""
    picked = ((position, step, pick(position, step)) for position, step in enumerate(played.steps))
    found = next(((position, step, action) for position, step, action in picked if action is not None), None)
    if found is None:
        return []
    position, step, action = found
    return [Moment(step=position, thread=action.thread, label=label.format(array=step.array), kind=kind)]


def _parted(played: Replay) -> list[Moment]:
    """Return the first barrier to which not all threads come, if a finding says so."""
    early, threads = _lines(played, Kind.EARLY_EXIT), math.prod(played.recording.block_dim)
    lines = _lines(played, Kind.BARRIER_DIVERGENCE) | early

    def pick(_: int, step: ReplayStep) -> Action | None:
        parted = step.kind == "barrier" and (step.line in lines or step.awaited < threads)
        return step.actions[0] if lines and parted else None

    return _first(played, pick, "The barrier", Kind.EARLY_EXIT if early else Kind.BARRIER_DIVERGENCE)


def _outside(played: Replay) -> list[Moment]:
    """Return the first step with an access outside its array."""

    def pick(_: int, step: ReplayStep) -> Action | None:
        accesses = step.actions if step.kind in ("load", "store", "read", "atomic") else ()
        return next((action for action in accesses if action.index < 0), None)

    return _first(played, pick, "Outside {array}", Kind.OUT_OF_BOUNDS)


def _into_inputs(played: Replay) -> list[Moment]:
    """Return the first step that writes to a buffer which must stay as it is."""
    recording = played.recording
    kept = recording.buffers.keys() - recording.before.keys() if recording.found is not None else ()

    def pick(_: int, step: ReplayStep) -> Action | None:
        return step.actions[0] if step.kind in ("store", "atomic") and step.array in kept else None

    return _first(played, pick, "Into an input", Kind.INPUT_MODIFIED)


def _wrong_results(played: Replay) -> list[Moment]:
    """Return the first step that writes a result which is wrong then, or later by another write."""

    def pick(position: int, step: ReplayStep) -> Action | None:
        stores = step.actions if step.kind in ("store", "atomic") and step.array == played.recording.output else ()
        spans = ((action, played.wrong[action.index]) for action in stores if action.index in played.wrong)
        wrong = (action for action, some in spans if not some or any(begin <= position < end for begin, end in some))
        return next(wrong, None)

    return _first(played, pick, "First wrong result", Kind.WRONG_RESULT)


def _left_out(played: Replay) -> list[Moment]:
    """Return the end, if elements are wrong that no step of this block writes; other blocks, or none, may do so."""
    recording = played.recording
    if not (recording.judged and recording.wrong_elements and played.steps):
        return []
    idle = (thread for thread in range(math.prod(recording.block_dim)) if thread not in played.cell_of_thread)
    return [Moment(step=len(played.steps) - 1, thread=next(idle, 0), label="Not written here")]


MULTIPLY_ADDS_KEPT = 14_000
"""Multiply-adds that one replay carries; of a larger block some threads are followed, the wrong ones first."""
EVENTS_KEPT = 100_000
"""Events that all replays of a page carry together."""
TEXT_THREADS, TEXT_EVENTS = 16, 1_500
"""Up to so many of them the replay comes as text too."""
VALUES_LIMIT = 20_000
"""Elements of one matrix that a replay carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """One replay: `data` is what the script draws, `text` the same in words (empty for large blocks).

    Replays of one `run` differ in the `block` that they follow; `faulty` ones open where something goes wrong, which is
    of a `kind`.
    """

    title: str
    run: str
    block: str
    faulty: bool
    kind: Kind | None = None
    summary: str
    text: str
    data: dict[str, Any]


def replay_views(recordings: tuple[Recording, ...], first: Kind | None = None) -> tuple[ReplayView, ...]:
    """A view of each recording that has steps and arrays small enough to draw; the runs with a fault come first.

    `first` is the kind of the first finding.
    """
    kept = _kept(recordings)
    views = [view for view in (_view(recording, first) for recording in kept) if view.data["steps"]]
    if not any(recording.launch for recording in kept):
        views.sort(key=lambda view: not view.faulty)
    runs = [list(group) for _, group in groupby(views, key=lambda view: view.run)]
    return tuple(view for run in sorted(runs, key=lambda run: not any(view.faulty for view in run)) for view in run)


def left_out(recordings: tuple[Recording, ...]) -> str:
    """What the page does not replay, as a sentence; empty where it replays every recording."""
    count = sum(bool(recording.events) for recording in recordings) - len(_kept(recordings))
    if count <= 0:
        return ""
    which = "One more block was" if count == 1 else f"{count} more blocks were"
    return f"{which} recorded and left out here, as the page would be too large; results.json has all."


def _kept(recordings: tuple[Recording, ...]) -> list[Recording]:
    shown = [
        recording
        for recording in recordings
        if recording.events and max(len(buffer.values) for buffer in recording.buffers.values()) <= VALUES_LIMIT
    ]
    totals = accumulate(len(recording.events) for recording in shown)
    return shown[: max(1, sum(total <= EVENTS_KEPT for total in totals))]


def _view(recording: Recording, first: Kind | None) -> ReplayView:
    played = play(story_of(recording))
    followed = _followed(played)
    telling = moments(played, first)
    run = recording.title or recording.case
    launch = f"{recording.launch}. {recording.kernel}, " if recording.launch else ""
    block = f"{launch}block ({recording.block[0]},{recording.block[1]})"
    small = math.prod(recording.block_dim) <= TEXT_THREADS and len(recording.events) <= TEXT_EVENTS
    return ReplayView(
        title=f"{run}, {block}",
        run=run,
        block=block,
        faulty=bool(telling),
        kind=telling[0].kind if telling else None,
        summary=_summary(played, followed),
        text=trace_text(recording) if small else "",
        data=_data(played, followed, telling),
    )


def _summary(played: Replay, followed: set[int]) -> str:
    recording = played.recording
    threads = math.prod(recording.block_dim)
    block = f"{plural(threads, 'thread')} of block ({recording.block[0]},{recording.block[1]})"
    phases = f" in {plural(max(1, played.tile_phases), 'phase')}." if not played.cut else "."
    if played.story.crossed:
        left, above, _ = ("×".join(map(str, recording.buffers[name].dims)) for name in played.story.crossed)
        names = played.story.crossed
        size = f"{names[0]} is {left}, {names[1]} is {above}, the tile width is {recording.tile_width}: "
        parts = [size + block + phases]
    else:
        parts = [block + phases + (" A phase ends at a barrier." if played.tile_phases > 1 else "")]
    if not played.in_step:
        parts.append(
            "The threads race here, so the steps are shown in the order in which this run happened to take them; "
            "another run may take them in another order."
        )
    if len(followed) < threads:
        parts.append(f"The multiply-adds of {len(followed)} threads are shown, those with wrong results first.")
    if played.cut:
        parts.append("The recording was cut: the kernel did more than it can hold. The steps end where all is known.")
    return " ".join(parts)


def _followed(played: Replay) -> set[int]:
    """The threads whose multiply-adds are kept: all when they fit, else the wrong ones, then evenly spread ones."""
    threads = math.prod(played.recording.block_dim)
    total = sum(len(step.actions) for step in played.steps if step.kind in ("fma", "read"))
    if total <= MULTIPLY_ADDS_KEPT:
        return set(range(threads))
    room = max(4, int(threads * MULTIPLY_ADDS_KEPT / total))
    wrong = [thread for thread, cell in played.cell_of_thread.items() if cell in played.wrong]
    spread = list(range(0, threads, max(1, threads // room)))
    return set(list(dict.fromkeys([*wrong[: room // 2], *spread, *wrong]))[:room])


def _data(played: Replay, followed: set[int], telling: Sequence[Moment]) -> dict[str, Any]:
    recording = played.recording
    threads = math.prod(recording.block_dim)
    packed = [_packed(step, threads, followed) for step in played.steps]
    kept = list(accumulate((row is not None for row in packed), initial=0))  # the place of each step among those kept
    return {
        "block": recording.block,
        "dim": recording.block_dim,
        "across": thread_columns(recording.block_dim),
        "arrays": drawings(played),
        "output": recording.output,
        "launch": recording.launch,
        "wrong": {cell: [[kept[first], kept[end]] for first, end in spans] for cell, spans in played.wrong.items()},
        "cells": [played.cell_of_thread.get(thread, -1) for thread in range(threads)],
        "followed": sorted(followed) if len(followed) < threads else None,
        "conflicts": [
            [c.array, c.index, c.writer, c.writer_line, c.other, c.other_line, c.other_kind, c.interval]
            for c in played.conflicts
        ],
        "cut": played.cut,
        "sums": {thread: _sum(one, kept) for thread, one in played.sum_of.items() if thread in followed},
        "moments": [[moment.label, kept[moment.step], moment.thread] for moment in telling],
        "steps": [row for row in packed if row is not None],
    }


def _sum(one: Sum, kept: Sequence[int]) -> dict[str, Any]:
    """The rows of a sum's table, the terms that never came, and what is wrong with it from which step on."""
    terms: list[list[Any]] = []
    for term in one.terms:  # its step and what it is; where that is not what was due, the latter, and if it is wrong
        own = " · ".join(term.own or ())
        is_due = own == term.due and not term.wrong and term.product == term.due_value
        terms.append([kept[term.step], own, *([] if is_due else [_due(term) or "padding", int(term.wrong)])])
    fault = one.fault
    short = fault is not None and fault.kind == "short"
    return {
        "place": one.place,
        "terms": terms,
        "missing": [[term.number, _due(term)] for term in fault.terms] if fault and short else [],
        "fault": [kept[fault.step], fault_words(fault)] if fault else None,
    }


def _due(term: SumTerm) -> str:
    return f"{term.due} = {number(term.due_value)}" if term.due else ""


def _packed(step: ReplayStep, threads: int, followed: set[int]) -> dict[str, Any] | None:
    """One step as columns: threads `t` (absent: all in order), indices `i`, values `v`, operands of multiply-adds."""
    actions = step.actions
    if step.kind in ("fma", "read"):
        actions = tuple(action for action in actions if action.thread in followed)
        if not actions:
            return None
    row: dict[str, Any] = {"l": step.line, "k": step.kind, "p": step.tile_phase, "b": step.interval}
    if step.array:
        row["o"] = step.array
    who = [action.thread for action in actions]
    if who != list(range(threads)):
        row["t"] = who
    if step.kind in ("load", "store", "read", "atomic"):
        row["i"] = [action.index for action in actions]
    if step.kind not in ("barrier", "exit"):
        row["v"] = [action.value for action in actions]
    if step.kind == "barrier":
        row["a"] = [step.arrived, step.awaited]
    if step.kind == "fma":
        # first index, first value, second index, second value; or 0 where the operands are not known
        row["m"] = [[part for operand in action.operands for part in operand[1:]] or 0 for action in actions]
        row["n"] = [name for name, *_ in next((action.operands for action in actions if action.operands), ())]
    return row
