"""What counts as tiled: operands in shared memory, and global loads cut against the naive kernel."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grader.assignment.expressions import evaluate
from grader.labs.judging import Judging
from grader.labs.matmul.config import ProductConfig
from grader.labs.traffic import LESS_THAN_NAIVE, Measured
from grader.results import Ideal, Kind, Requirement, Status, Traffic

WORK = "threads at work"


class TiledRequirements(Judging[ProductConfig]):
    """Shared memory in use, loads cut, threads at work."""

    requirements_item, requirements_title = "tiling", "Tiled through shared memory"
    loads_decide = True

    def requirements(self, measured: Sequence[Measured], config: ProductConfig) -> tuple[Requirement, ...]:
        """Shared memory in use and loads cut, both wherever traffic was counted; failed where it was not."""
        if not measured:
            message = "The kernel could not be measured."
            return tuple(
                Requirement(name=name, status=Status.FAILED, message=message)
                for name in ("shared memory", "fewer loads")
            )
        requirements = []
        if config.tiling.shared_memory:
            requirements.append(_shared_requirement(measured))
        requirements.append(_reduction_requirement(measured, config))
        if self.judges_work(config):
            requirements.append(_work_requirement(measured, config))
        return tuple(requirements)

    def earned_share(self, requirements: Sequence[Requirement], config: ProductConfig) -> float:
        """All or nothing: shared memory is used, loads are cut, the result is right, threads share the work."""
        return float(all(requirement.status is not Status.FAILED for requirement in requirements))

    def ideal(self, traffic: Traffic) -> Ideal:
        """Each element loaded once a tile: 2·K/T loads a cell."""
        inner, width = traffic.sizes["K"], traffic.tile_width
        return Ideal(loads_per_output=2 * inner / width, words=f"2·K/T = 2·{inner}/{width}")

    def judges_work(self, config: ProductConfig) -> bool:
        """As `tiling.working_threads` says."""
        return config.tiling.working_threads != 0

    def kind_of(self, requirement: str) -> Kind:
        """A kernel with one thread at work may be tiled all the same."""
        return Kind.REQUIREMENT if requirement == WORK else Kind.NOT_TILED


def _shared_requirement(measured: Sequence[Measured]) -> Requirement:
    uses = all(entry.uses_shared_memory for entry in measured)
    if uses:
        message = "The kernel reads its operands from shared memory."
    elif all(entry.student.shared_loads for entry in measured):
        message = (
            "Hardly anything that the kernel loads goes through shared memory: the operands come from global memory"
            " and registers."
        )
    else:
        message = "The kernel uses no shared memory: every operand comes straight from global memory."
    return Requirement(name="shared memory", status=_status(uses), message=message)


def _work_requirement(measured: Sequence[Measured], config: ProductConfig) -> Requirement:
    entry = next((entry for entry in measured if entry.working), None)
    if entry is None or entry.working is None:
        message = "How many threads work could not be counted for this kernel, which costs nothing."
        return Requirement(name=WORK, status=Status.SKIPPED, message=message)
    share = float(evaluate(config.tiling.working_threads, **config.values_at({}, entry.tile_width)))
    threads, launched = entry.working.threads, entry.working.launched
    enough = threads >= share * launched
    message = f"Of {launched:,} threads that are launched {threads:,} load or store anything"
    if enough:
        return Requirement(name=WORK, status=Status.PASSED, message=f"{message}.")
    message += (
        f", and at least {math.ceil(share * launched):,} must. The threads of a block are there to share its work: what"
        " keeps the others from it?"
    )
    return Requirement(name=WORK, status=Status.FAILED, message=message)


def _reduction_requirement(measured: Sequence[Measured], config: ProductConfig) -> Requirement:
    worst = min(measured, key=lambda entry: entry.ratio / _needed(entry, config))
    enough = worst.ratio >= _needed(worst, config)
    right = all(entry.right for entry in measured)
    message = (
        f"Global loads per cell of C at {worst.place}: {worst.student.loads_per_output:g}, naive"
        f" {worst.naive.loads_per_output:g}: {worst.ratio:.3g}× fewer bytes, at least {_needed(worst, config):.3g}× are"
        " needed."
    )
    if enough and not right:
        message += " But the result is wrong there, so the count proves nothing."
    return Requirement(name="fewer loads", status=_status(enough and right), message=message)


def _needed(entry: Measured, config: ProductConfig) -> float:
    return max(LESS_THAN_NAIVE, float(evaluate(config.tiling.reduction, **config.values_at({}, entry.tile_width))))


def _status(condition: bool) -> Status:
    return Status.PASSED if condition else Status.FAILED
