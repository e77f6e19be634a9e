"""A replay packed for the page: columns instead of objects, and no more than a page should carry."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from grader.report.moments import Moment, is_wrong, moments, wrong_cells, wrong_terms
from grader.report.moves import Action
from grader.report.product import shape_of, values_of
from grader.report.replay import Replay, Step, drawn_width, replay
from grader.report.trace import trace_text
from grader.report.wording import plural
from grader.results import Recording

MULTIPLY_ADDS_KEPT = 14_000
"""Multiply-adds that one replay carries; of a larger block some threads are followed, the wrong ones first."""
TEXT_TILE_LIMIT = 4
"""Up to this tile width the replay comes as text too."""
VALUES_LIMIT = 20_000
"""Elements of one matrix that a replay carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """One replay: `data` is what the script draws, `text` the same in words (empty for large tiles).

    Replays of one `run` differ in the `block` that they follow; `faulty` ones open where something goes wrong.
    """

    title: str
    run: str
    block: str
    faulty: bool
    summary: str
    text: str
    data: dict[str, Any]


def replay_views(recordings: tuple[Recording, ...]) -> tuple[ReplayView, ...]:
    """A view of each recording that has steps and matrices small enough to draw; those of a fault come first."""
    views = (_view(recording) for recording in recordings if recording.events and _fits(recording))
    return tuple(sorted((view for view in views if view.data["steps"]), key=lambda view: not view.faulty))


def _fits(recording: Recording) -> bool:
    return max(len(buffer.values) for buffer in recording.buffers.values()) <= VALUES_LIMIT


def _view(recording: Recording) -> ReplayView:
    played = replay(recording)
    followed = _followed(played)
    small = recording.tile_width <= TEXT_TILE_LIMIT and max(shape_of(recording).M, shape_of(recording).N) <= 8
    telling = moments(played)
    run = recording.title or recording.case
    block = f"block ({recording.block[0]},{recording.block[1]})"
    return ReplayView(
        title=f"{run}, {block}",
        run=run,
        block=block,
        faulty=bool(telling),
        summary=_summary(played, followed),
        text=trace_text(recording) if small else "",
        data=_data(played, followed, telling),
    )


def _summary(played: Replay, followed: set[int]) -> str:
    recording = played.recording
    shape = shape_of(recording)
    threads = math.prod(recording.block_dim)
    parts = [
        f"A is {shape.M}×{shape.K}, B is {shape.K}×{shape.N}, the tile width is {recording.tile_width}: "
        f"{plural(threads, 'thread')} of block ({recording.block[0]},{recording.block[1]})"
        + (f" in {plural(max(1, played.tile_phases), 'phase')}." if not played.cut else ".")
    ]
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
    wrong = [thread for thread, cell in played.cell_of_thread.items() if is_wrong(played.recording, cell)]
    spread = list(range(0, threads, max(1, threads // room)))
    return set(list(dict.fromkeys([*wrong[: room // 2], *spread, *wrong]))[:room])


def _data(played: Replay, followed: set[int], telling: Sequence[Moment]) -> dict[str, Any]:
    recording = played.recording
    threads = math.prod(recording.block_dim)
    packed = [_packed(step, threads, followed) for step in played.steps]
    kept = list(accumulate((row is not None for row in packed), initial=0))  # the place of each step among those kept
    return {
        "shape": [shape_of(recording).M, shape_of(recording).K, shape_of(recording).N],
        "tile": recording.tile_width,
        "block": recording.block,
        "dim": recording.block_dim,
        "shared": [
            [array.name, array.dims, drawn_width(array.dims, recording.tile_width)] for array in recording.shared
        ],
        "A": values_of(recording, "A"),
        "B": values_of(recording, "B"),
        "C": values_of(recording, "C"),
        "expected": recording.expected,
        "wrong": sorted(wrong_cells(played)),
        "cells": [played.cell_of_thread.get(thread, -1) for thread in range(threads)],
        "followed": sorted(followed) if len(followed) < threads else None,
        "inStep": played.in_step,
        "conflicts": [
            [c.array, c.index, c.writer, c.writer_line, c.other, c.other_line, c.other_kind, c.interval]
            for c in played.conflicts
        ],
        "cut": played.cut,
        "sums": sorted(played.sums),
        "moments": [[moment.label, kept[moment.step], moment.thread] for moment in telling],
        "wrongness": {
            moment.thread: [kept[moment.step], moment.words]
            for moment in wrong_terms(played).values()
            if moment.thread in followed
        },
        "steps": [row for row in packed if row is not None],
    }


def _packed(step: Step, threads: int, followed: set[int]) -> dict[str, Any] | None:
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
    if step.kind in ("load", "store", "read"):
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
