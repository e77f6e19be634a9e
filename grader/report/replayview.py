"""A replay packed for the page: columns instead of objects, and no more than a page should carry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

from grader.labs import story_of
from grader.report.drawings import drawings, thread_columns
from grader.report.format import number, plural
from grader.report.highlights import Moment, fault_words, moments
from grader.report.trace import trace_text
from grader.results import Kind, Recording
from grader.results.replay.moves import Action
from grader.results.replay.played import Replay, ReplayStep
from grader.results.replay.steps import play
from grader.results.replay.story import Spans, Story, Sum, SumTerm

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A played recording with what its lab knows of it."""

    story: Story
    played: Replay
    wrong: Mapping[int, Spans]
    sums: Mapping[int, Sum]

    @property
    def recording(self) -> Recording:
        return self.played.recording


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
    shown = [recording for recording in recordings if recording.events and _fits(recording)]
    totals = accumulate(len(recording.events) for recording in shown)
    return shown[: max(1, sum(total <= EVENTS_KEPT for total in totals))]


def _fits(recording: Recording) -> bool:
    return max(len(buffer.values) for buffer in recording.buffers.values()) <= VALUES_LIMIT


def _view(recording: Recording, first: Kind | None) -> ReplayView:
    story = story_of(recording)
    played = play(story)
    told = _Told(story=story, played=played, wrong=story.wrong(played), sums=story.sums(played))
    followed = _followed(told)
    telling = moments(played, told.wrong, told.sums, first)
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
        summary=_summary(told, followed),
        text=trace_text(recording) if small else "",
        data=_data(told, followed, telling),
    )


def _summary(told: _Told, followed: set[int]) -> str:
    recording, played = told.recording, told.played
    threads = math.prod(recording.block_dim)
    block = f"{plural(threads, 'thread')} of block ({recording.block[0]},{recording.block[1]})"
    phases = f" in {plural(max(1, played.tile_phases), 'phase')}." if not played.cut else "."
    if told.story.crossed:
        left, above, _ = ("×".join(map(str, recording.buffers[name].dims)) for name in told.story.crossed)
        names = told.story.crossed
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


def _followed(told: _Told) -> set[int]:
    """The threads whose multiply-adds are kept: all when they fit, else the wrong ones, then evenly spread ones."""
    played = told.played
    threads = math.prod(told.recording.block_dim)
    total = sum(len(step.actions) for step in played.steps if step.kind in ("fma", "read"))
    if total <= MULTIPLY_ADDS_KEPT:
        return set(range(threads))
    room = max(4, int(threads * MULTIPLY_ADDS_KEPT / total))
    wrong = [thread for thread, cell in played.cell_of_thread.items() if cell in told.wrong]
    spread = list(range(0, threads, max(1, threads // room)))
    return set(list(dict.fromkeys([*wrong[: room // 2], *spread, *wrong]))[:room])


def _data(told: _Told, followed: set[int], telling: Sequence[Moment]) -> dict[str, Any]:
    recording, played = told.recording, told.played
    threads = math.prod(recording.block_dim)
    packed = [_packed(step, threads, followed) for step in played.steps]
    kept = list(accumulate((row is not None for row in packed), initial=0))  # the place of each step among those kept
    return {
        "block": recording.block,
        "dim": recording.block_dim,
        "across": thread_columns(recording.block_dim),
        "arrays": drawings(played, told.story),
        "output": recording.output,
        "launch": recording.launch,
        "wrong": {cell: [[kept[first], kept[end]] for first, end in spans] for cell, spans in told.wrong.items()},
        "cells": [played.cell_of_thread.get(thread, -1) for thread in range(threads)],
        "followed": sorted(followed) if len(followed) < threads else None,
        "conflicts": [
            [c.array, c.index, c.writer, c.writer_line, c.other, c.other_line, c.other_kind, c.interval]
            for c in played.conflicts
        ],
        "cut": played.cut,
        "sums": {thread: _sum(one, kept) for thread, one in told.sums.items() if thread in followed},
        "moments": [[moment.label, kept[moment.step], moment.thread] for moment in telling],
        "steps": [row for row in packed if row is not None],
    }


def _sum(one: Sum, kept: Sequence[int]) -> dict[str, Any]:
    """The rows of a sum's table, the terms that never came, and what is wrong with it from which step on."""
    fault = one.fault
    short = fault is not None and fault.kind == "short"
    return {
        "place": one.place,
        "terms": [_term(term, kept[term.step]) for term in one.terms],
        "missing": [[term.number, _due(term)] for term in fault.terms] if fault and short else [],
        "fault": [kept[fault.step], fault_words(fault)] if fault else None,
    }


def _term(term: SumTerm, step: int) -> list[Any]:
    """Its step and what it is; where that is not what was due, the latter too, and whether it is wrong."""
    own = " · ".join(term.own or ())
    if own == term.due and not term.wrong and term.product == term.due_value:
        return [step, own]
    return [step, own, _due(term) or "padding", int(term.wrong)]


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
        row["m"] = [_operands(action) for action in actions]
        row["n"] = [name for name, *_ in next((action.operands for action in actions if action.operands), ())]
    return row


def _operands(action: Action) -> list[Any] | int:
    """`[first index, first value, second index, second value]`, or 0 where the operands are not known."""
    if not action.operands:
        return 0
    (_, first, left), (_, second, right) = action.operands
    return [first, left, second, right]
