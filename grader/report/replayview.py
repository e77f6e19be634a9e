"""A replay packed for the page: columns instead of objects, and no more than a page should carry."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from grader.report.moves import Action
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
    """One replay: `data` is what the script draws, `text` the same in words (empty for large tiles)."""

    title: str
    summary: str
    text: str
    data: dict[str, Any]


def replay_views(recordings: tuple[Recording, ...]) -> tuple[ReplayView, ...]:
    """A view of each recording that has events and matrices small enough to draw."""
    return tuple(_view(recording) for recording in recordings if recording.events and _fits(recording))


def _fits(recording: Recording) -> bool:
    return max(len(recording.A), len(recording.B), len(recording.C)) <= VALUES_LIMIT


def _view(recording: Recording) -> ReplayView:
    played = replay(recording)
    followed = _followed(played)
    small = recording.tile_width <= TEXT_TILE_LIMIT and max(recording.shape.M, recording.shape.N) <= 8
    return ReplayView(
        title=recording.title or f"Block ({recording.block[0]},{recording.block[1]}) of {recording.case}",
        summary=_summary(played, followed),
        text=trace_text(recording) if small else "",
        data=_data(played, followed),
    )


def _summary(played: Replay, followed: set[int]) -> str:
    recording = played.recording
    shape = recording.shape
    threads = math.prod(recording.block_dim)
    parts = [
        f"A is {shape.M}×{shape.K}, B is {shape.K}×{shape.N}, the tile width is {recording.tile_width}: "
        f"{plural(threads, 'thread')} of block ({recording.block[0]},{recording.block[1]}) in "
        f"{plural(max(1, played.tile_phases), 'phase')}."
    ]
    if not played.in_step:
        parts.append(
            "The threads race here, so the steps are shown in the order in which this run happened to take them; "
            "another run may take them in another order."
        )
    if len(followed) < threads:
        parts.append(f"The multiply-adds of {len(followed)} threads are shown, those with wrong results first.")
    if recording.truncated:
        parts.append("The recording was cut: the kernel did more than it can hold.")
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


def is_wrong(recording: Recording, cell: int) -> bool:
    """Whether this element of C differs from the right product by more than rounding explains."""
    got, right = recording.C[cell], recording.expected[cell]
    return not math.isclose(got, right, rel_tol=1e-4, abs_tol=1e-5 * (1 + recording.shape.K))


def _data(played: Replay, followed: set[int]) -> dict[str, Any]:
    recording = played.recording
    threads = math.prod(recording.block_dim)
    return {
        "shape": [recording.shape.M, recording.shape.K, recording.shape.N],
        "tile": recording.tile_width,
        "block": recording.block,
        "dim": recording.block_dim,
        "shared": [
            [array.name, array.dims, drawn_width(array.dims, recording.tile_width)] for array in recording.shared
        ],
        "A": recording.A,
        "B": recording.B,
        "C": recording.C,
        "expected": recording.expected,
        "wrong": [cell for cell in sorted(set(played.cell_of_thread.values())) if is_wrong(recording, cell)],
        "cells": [played.cell_of_thread.get(thread, -1) for thread in range(threads)],
        "followed": sorted(followed) if len(followed) < threads else None,
        "inStep": played.in_step,
        "conflicts": [
            [c.array, c.index, c.writer, c.writer_line, c.other, c.other_line, c.other_kind, c.interval]
            for c in played.conflicts
        ],
        "steps": [packed for step in played.steps if (packed := _packed(step, threads, followed)) is not None],
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
