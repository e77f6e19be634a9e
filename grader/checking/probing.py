"""`auto`: what a kernel's file leaves open is found by launching it on a probe where each way gives another result.

The usual way is tried first. Where that is wrong the others are, and one of them is taken only if it alone gives a
fully right result: a faulty kernel stays with the usual way, and what is told of it is its own mistake.
"""

from __future__ import annotations

from dataclasses import replace

from grader.assignment import TestCase
from grader.checking.compare import judge_outputs
from grader.checking.running import Bench
from grader.devices.base import DeviceCrash, DeviceTimeout
from grader.labs.base import ParameterError, Reading


def settle(bench: Bench, tile_width: int) -> tuple[Bench, tuple[str, ...]]:
    """The bench with everything that was `auto` decided, and remarks on what was found by trying.

    A kernel for which nothing can be decided keeps its bench: its cases say what is wrong with its parameters. Raises
    `DeviceFault` when the grader itself fails.
    """
    left_open = bench.lab.readings(bench.config, bench.kernel, tile_width)
    if left_open is None:
        return bench, ()
    bench, notes = replace(bench, config=left_open.config), left_open.notes
    usual, probe = _read(bench, left_open.usual) if left_open.usual else None, left_open.probe
    if usual is not None and (not left_open.others or _is_right(usual, probe) is not False):
        return usual, notes
    fitting = [reading for reading in left_open.others if _is_right(_read(bench, reading), probe)]
    if len(fitting) == 1:
        return _read(bench, fitting[0]), (*notes, fitting[0].remark)
    return usual or bench, notes


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
