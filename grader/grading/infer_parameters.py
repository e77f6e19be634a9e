"""`auto`: what a kernel's file leaves open is found by launching it on a probe where each way gives another result.

The usual way is tried first. Where that is wrong the others are, and one of them is taken only if it gives a fully
right result: a faulty kernel stays with the usual way, and what is told of it is its own mistake. Where the usual way
is a guess itself, nothing is told of the kernel but what was not understood.
"""

from __future__ import annotations

from dataclasses import replace

from grader.assignment import TestCase
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.grading.compare import judge_outputs
from grader.grading.running import Bench
from grader.labs.base import ParameterError, Reading, Readings

MOST_ENDLESS, MOST_FOUND = 2, 4
"""After so many ways that do not end, or that are right where whole tiles are, no other is tried."""


def settle(bench: Bench, tile_width: int) -> tuple[Bench, tuple[str, ...]]:
    """The bench with everything that was `auto` decided, and remarks on what was found by trying.

    A kernel for which nothing can be decided keeps its bench: its cases say what is wrong with its parameters. Raises
    `DeviceFault` when the grader itself fails.
    """
    left_open = bench.lab.readings(bench.config, bench.kernel, tile_width)
    if left_open is None:
        return bench, ()
    bench = replace(bench, config=left_open.config)
    fitting = _fitting(bench, left_open)
    if fitting is None and left_open.not_understood:
        return replace(bench, not_understood=left_open.not_understood), left_open.notes
    chosen = fitting or left_open.usual
    if chosen is None:
        return bench, left_open.notes
    return _read(bench, chosen), (*left_open.notes, *chosen.notes)


def _fitting(bench: Bench, left_open: Readings) -> Reading | None:
    """The first reading that gives a right result, on the ragged probe too where any does."""
    usual, probe, ragged = left_open.usual, left_open.probe, left_open.ragged
    guessed = bool(left_open.not_understood)
    if usual is not None:
        right = True if not (left_open.others or guessed) else _is_right(_read(bench, usual), probe)
        if right or (right is None and not guessed):
            return usual
    found: list[Reading] = []
    endless = 0
    for reading in left_open.others:
        tried = _read(bench, reading)
        right = _is_right(tried, probe)
        endless += right is None
        if right:
            found.append(reading)
            if ragged is None or _is_right(tried, ragged):
                return reading
        if endless >= MOST_ENDLESS or len(found) >= MOST_FOUND:
            break
    return found[0] if found else None


def _read(bench: Bench, reading: Reading) -> Bench:
    return replace(bench, config=reading.config, axis=reading.axis)


def _is_right(bench: Bench, case: TestCase) -> bool | None:
    """Whether every cell comes out right; None for a kernel that does not end, which is not tried again."""
    problem = bench.problem(case)
    try:
        launched = bench.device.launch(bench.kernel, bench.plan(problem))
    except DeviceTimeout:
        return None
    except (ParameterError, ValueError, DeviceCrash):
        return False
    if not launched.finished:
        return None
    return judge_outputs(launched, problem).right
