"""Spoil the solution's results, and see whether the assignment's own check of results notices.

A check must refuse what is wrong, and must not fail at it: a student's kernel may leave anything. That it accepts what
is right shows where the solution is graded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from grader.devices.base import Device, DeviceError
from grader.grading.bench import settle
from grader.grading.launching import result_of
from grader.grading.opened import OpenAssignment
from grader.labs.base import Check, ParameterError
from grader.labs.launching import unwritten
from grader.selfcheck.standings import Remark

PLACES = 4
"""Elements that are spoilt in each buffer of a case."""
LEAST_REFUSED = 0.5
"""Fewer of a buffer's spoilt results than this share refused, and most wrong kernels would pass."""
Outputs = Mapping[str, np.ndarray]


@dataclass(slots=True)
class _Refusals:
    """How many spoilt results there were by buffer, how many were refused, and which was the first that was not."""

    tried: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    accepted: dict[str, str] = field(default_factory=dict)
    stopped: str = ""

    def note(self, name: str, told: str, outputs: Outputs, check: Check) -> None:
        said = check(outputs)
        self.tried[name] += 1
        self.refused[name] += bool(said)
        if not said:
            self.accepted.setdefault(name, told)
        self.stopped = self.stopped or next((f"{told}: {each.sentence}" for each in said if each.stopped), "")


def spoilt_remarks(opened: OpenAssignment, device: Device) -> Iterator[Remark]:
    """Yield what is wrong with the assignment's check of results; nothing where it has none."""
    found, width = _Refusals(), opened.assignment.widths[0]
    compiled = opened.compiled(device, opened.config.reference, width)
    bench = settle(opened.bench(device, compiled))[0] if compiled.ok else None
    for number, case in enumerate(opened.cases(width)) if bench else ():
        assert bench is not None
        problem = bench.problem(case)
        if problem.check is None:
            return
        try:
            launched = device.launch(bench.kernel, bench.plan(problem))
        except (DeviceError, ParameterError, ValueError):
            continue  # grading the solution tells
        held = {name: result_of(launched, problem.about(name)) for name in problem.outputs}
        outputs = {name: got for name, (got, _) in held.items()}
        if problem.check(outputs):
            continue
        rng = np.random.default_rng(number)
        for name, (got, stored) in held.items():
            for told, content in _spoilt(name, got, stored, rng):
                found.note(name, f"{told} (in {case.label})", {**outputs, name: content}, problem.check)
    yield from _remarks(found)


def _spoilt(
    name: str, got: np.ndarray, stored: np.ndarray, rng: np.random.Generator
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield results with one element spoilt that the solution stores: as if it was not, one off, and the next one's."""
    there = np.flatnonzero(stored)
    for place in rng.choice(there, min(PLACES, len(there)), replace=False):
        at = np.unravel_index(place, got.shape)
        for value in (
            unwritten((), got.dtype)[()],
            got[at] + got.dtype.type(1),
            got.reshape(-1)[(place + 1) % got.size],
        ):
            if value != got[at]:
                content = got.copy()
                content[at] = value
                yield f"{name}{''.join(f'[{each}]' for each in at)} = {value} instead of {got[at]}", content


def _remarks(found: _Refusals) -> Iterator[Remark]:
    if found.stopped:
        yield Remark(True, f"check fails at a spoilt result, as a student's kernel may leave it. With {found.stopped}")
    for name, tried in found.tried.items():
        refused = found.refused[name]
        if refused < tried:
            words = f"check refuses {refused} of {tried} spoilt results in {name}; it accepts {found.accepted[name]}"
            yield Remark(refused < LEAST_REFUSED * tried, words)
