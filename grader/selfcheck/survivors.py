"""Runs mutants until something catches them; what nothing catches is tried on more shapes, and told apart.

A mutant whose results are bit-identical to the reference's everywhere, with no finding, is equivalent as far as the
emulator can show. One that is wrong on an extra shape slipped through the cases: the assignment needs one more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from grader.assignment import Assignment, TestCase
from grader.checking.building import student_request
from grader.checking.lane import Workplace
from grader.checking.running import Bench, run_case
from grader.devices.base import Device, DeviceError
from grader.labs import lab_of, why_left_out
from grader.results import Status
from grader.selfcheck.mutants import Mutant

EXTRA_SHAPES = 16


class Fate(str, Enum):
    """What became of a mutant."""

    NO_KERNEL = "does not compile"
    CAUGHT = "caught"
    EQUIVALENT = "equivalent"
    ROUNDING = "other rounding only"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A mutant's fate; `where` is the case that caught it, or the shape at which a survivor is wrong."""

    mutant: Mutant
    fate: Fate
    where: str = ""


def try_mutants(work: Workplace, devices: Sequence[Device], mutants: Iterable[Mutant], reference: str) -> list[Tried]:
    """The fate of each mutant, in order; the devices share the work."""
    queue = list(mutants)
    all_cases = [case for case in work.assignment.cases() if not why_left_out(work.assignment.config, case)]
    cases = sorted(all_cases, key=lambda case: (case.tile_width, case.work))
    extra = _extra_cases(work.assignment, cases)
    wanted = _reference_bits(work, devices[0], reference, [*cases, *extra])
    pools = [ThreadPoolExecutor(1) for _ in devices]
    tasks = [
        pools[number % len(devices)].submit(
            _try, work, devices[number % len(devices)], mutant, [*cases, *extra], wanted
        )
        for number, mutant in enumerate(queue)
    ]
    try:
        return [task.result() for task in tasks]
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _extra_cases(assignment: Assignment, cases: Sequence[TestCase]) -> list[TestCase]:
    """Random sizes, the same in every run, as the assignment asks for."""
    rng = np.random.default_rng(7)
    extra, lab = [], lab_of(assignment.config)
    widths = sorted({case.tile_width for case in cases})
    for number in range(EXTRA_SHAPES):
        width = widths[number % len(widths)]
        sizes = lab.drawn_sizes(assignment.config, cases, rng, width)
        extra.append(replace(cases[0], name=f"extra-{number}", sizes=sizes, tile_width=width))
    return extra


def _benches(work: Workplace, device: Device, source: str) -> dict[int, Bench] | None:
    """The source compiled at every tile width; None when it does not compile."""
    config = work.assignment.config
    benches = {}
    axis = "y" if config.launch.axis == "y" else "x"
    for width in work.assignment.widths:
        kernel = device.compile(student_request(work.assignment, source, "mutant.cu", width))
        if not kernel.ok:
            return None
        benches[width] = Bench(
            config=config, kernel=kernel, device=device, seed=work.seed, oracle=work.assignment.oracle, axis=axis
        )
    return benches


def _reference_bits(
    work: Workplace, device: Device, reference: str, cases: Sequence[TestCase]
) -> dict[str, np.ndarray[Any, Any]]:
    benches = _benches(work, device, reference)
    assert benches is not None, "the reference was graded before its mutants"
    bits = {}
    for case in cases:
        got = run_case(benches[case.tile_width], case).got
        assert got is not None
        bits[case.label] = got
    return bits


def _try(
    work: Workplace,
    device: Device,
    mutant: Mutant,
    cases: Sequence[TestCase],
    wanted: dict[str, np.ndarray[Any, Any]],
) -> Tried:
    try:
        benches = _benches(work, device, mutant.source)
        if benches is None:
            return Tried(mutant=mutant, fate=Fate.NO_KERNEL)
        if any(bench.kernel.suspicions for bench in benches.values()):
            return Tried(mutant=mutant, fate=Fate.CAUGHT, where="the compiler")
        same = True
        for case in cases:
            outcome = run_case(benches[case.tile_width], case)
            if outcome.status is not Status.PASSED or outcome.findings:
                fate = Fate.SURVIVED if case.name.startswith("extra-") else Fate.CAUGHT
                return Tried(mutant=mutant, fate=fate, where=_where(case, fate))
            assert outcome.got is not None
            same = same and np.array_equal(outcome.got, wanted[case.label])
    except DeviceError as error:
        return Tried(mutant=mutant, fate=Fate.CAUGHT, where=str(error))
    return Tried(mutant=mutant, fate=Fate.EQUIVALENT if same else Fate.ROUNDING)


def _where(case: TestCase, fate: Fate) -> str:
    if fate is Fate.CAUGHT:
        return case.label
    sizes = ", ".join(f"{name} = {size}" for name, size in case.sizes.items())
    return f"wrong at {sizes}, TILE_WIDTH = {case.tile_width}"
