"""What a lab that is data demands of a kernel's counts."""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections.abc import Sequence

from grader.assignment.expressions import evaluate, evaluate_size, holds, sides
from grader.labs.generic.config import COUNTS, GenericConfig, RequirementModel
from grader.labs.judging import Judging
from grader.labs.traffic import Measured
from grader.results import LineCount, Requirement, Sizes, Status, Traffic

_OF_WARPS = {
    "load_sectors": "global_load_sectors", "load_requests": "global_load_requests", "sectors": "global_sectors",
    "bank_conflicts": "bank_conflict_wavefronts", "shared_wavefronts": "shared_wavefronts",
    "working_threads": "working_threads",
}  # fmt: skip
"""Counts of warps, which are taken at one variant and at the published sizes alone, and the field of `Traffic` each."""
_OF_LINES = {
    "load_sectors": "sectors", "load_requests": "requests", "shared_wavefronts": "bank_wavefronts",
}  # fmt: skip


class CountedRequirements(Judging[GenericConfig]):
    """Requirements as comparisons of counts."""

    def requirements(self, measured: Sequence[Measured], config: GenericConfig) -> tuple[Requirement, ...]:
        """Each wherever loads were counted; failed where they were not, and where the result was wrong."""
        return tuple(_judged(row, measured, config) for row in config.requirements)

    def earned_share(self, requirements: Sequence[Requirement], config: GenericConfig) -> float:
        """By weight, in the order of the list, up to the first that does not hold.

        So what a plain kernel has by itself, such as no bank conflicts where it uses no shared memory, earns nothing.
        What could not be counted takes no part.
        """
        rows = zip(config.requirements, requirements, strict=True)
        judged = [(row, item) for row, item in rows if item.status is not Status.SKIPPED]
        met = itertools.takewhile(lambda row: row[1].status is Status.PASSED, judged)
        return sum(row.weight for row, _ in met) / sum(row.weight for row, _ in judged) if judged else 1.0

    def weight_of(self, row: LineCount, requirement: str, config: GenericConfig) -> tuple[int, ...]:
        """What it has of the counts that must be no more; then its loads."""
        require = next((known.require for known in config.requirements if known.name == requirement), "0 < 1")
        left, right, compared = sides(require)
        names = re.findall(r"\w+", right if compared in (ast.Gt, ast.GtE) else left)
        return sum(_of_line(row, name) for name in names if name in COUNTS), row.global_loads

    def judges_warps(self, config: GenericConfig) -> bool:
        """Where a requirement names what is counted of warps or threads; else a fault would spare a kernel that one."""
        return any(name in _OF_WARPS for row in config.requirements for name in _names_in(row.require))


def _judged(row: RequirementModel, measured: Sequence[Measured], config: GenericConfig) -> Requirement:
    if not measured:
        return Requirement(name=row.name, status=Status.FAILED, message="The kernel could not be measured.")
    needed = _names_in(row.require) & set(_OF_WARPS)
    known = [entry for entry in measured if all(_count(entry.student, name) is not None for name in needed)]
    if not known:
        message = f"{row.name}: {', '.join(sorted(needed))} could not be counted for this kernel, which costs nothing."
        return Requirement(name=row.name, status=Status.SKIPPED, message=message)
    for entry in known:
        if not entry.right:
            message = f"{row.name}: the result is wrong where it is counted, so the counts prove nothing."
            return Requirement(name=row.name, status=Status.FAILED, message=message)
        values = _values(entry, config)
        if not holds(row.require, **values):
            left, right = (f"{float(evaluate(side, **values)):,.10g}" for side in sides(row.require)[:2])
            place = ", ".join(f"{name} = {size}" for name, size in entry.student.sizes.items())
            counted = f"{row.require} must hold, but at {place} it is {left} against {right}."
            message = f"{row.name}: {f'{row.otherwise} ({counted})' if row.otherwise else counted}"
            return Requirement(name=row.name, status=Status.FAILED, message=message)
    return Requirement(name=row.name, status=Status.PASSED, message=f"{row.name}: {row.require} holds.")


def _values(entry: Measured, config: GenericConfig) -> Sizes:
    sizes, width = entry.student.sizes, entry.tile_width
    values = config.values_at(sizes, width)
    blocks, threads = (
        math.prod(evaluate_size(count, **values) for count in counts)
        for counts in (config.planned[0].launch.grid, config.planned[0].launch.block)
    )
    return {
        **{name: _count(entry.student, name) or 0 for name in COUNTS},
        **{f"naive_{name}": _count(entry.naive, name) or 0 for name in COUNTS},
        **values,
        "blocks": blocks,
        "threads": threads,
    }


def _count(traffic: Traffic, name: str) -> int | None:
    value: int | None = getattr(traffic, _OF_WARPS.get(name, name))
    return value


def _names_in(require: str) -> set[str]:
    """What it names of the kernel or of the baseline, by the kernel's names."""
    return {name.removeprefix("naive_") for name in re.findall(r"\w+", require)}


def _of_line(row: LineCount, name: str) -> int:
    if name == "bank_conflicts":
        return (row.bank_wavefronts or 0) - (row.bank_ideal_wavefronts or 0)
    return getattr(row, _OF_LINES.get(name, name), None) or 0
