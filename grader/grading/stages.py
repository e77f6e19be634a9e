"""Where kernels are timed: on arrays that the device makes and verifies itself, or on those of the lab's own cases."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from grader.assignment import Config
from grader.devices.base import Compiled, Launch, Launched, TimedLaunch, TimedProduct, Timer
from grader.grading.compare import judge_outputs
from grader.grading.launching import bare_launch, changed_inputs, make_launch
from grader.labs.problem import CaseProblem, ToTime
from grader.results import Kind


@dataclass(frozen=True, slots=True)
class Role:
    """A kernel, and how it is launched."""

    kernel: Compiled
    config: Config
    axis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """One timed launch: what is wrong with it, if anything is, as a kind of finding and a sentence."""

    milliseconds: float
    fault: tuple[Kind, str] | None = None


class Stage(Protocol):
    """One size. Raises `DeviceError`s."""

    def warm(self, role: Role, *, seconds: float) -> None:
        """Run a kernel for a while, so that clocks rise before anything is timed."""

    def time(self, roles: Sequence[Role], number: int) -> tuple[Verified, ...]:
        """Each in turn on the same inputs, which nobody has seen before; ends with the first that has a fault."""

    def vendor_ms(self) -> float | None:
        """The vendor library's time for the same, where there is one."""


def stage_for(timer: Timer, asked: ToTime, seconds: float) -> Stage:
    """Seconds are those of one launch, its transfers included."""
    if asked.product is not None:
        return _OfProducts(timer, asked.product, asked.problem, seconds)
    return _OfData(timer, asked.problem, seconds)


_Problem = Callable[[Config, int], CaseProblem]


class _OfProducts:
    def __init__(self, timer: Timer, product: TimedProduct, problem: _Problem, seconds: float) -> None:
        self._timer, self._product, self._problem, self._seconds = timer, product, problem, seconds
        timer.prepare(product)

    def warm(self, role: Role, *, seconds: float) -> None:
        self._timer.warm(role.kernel, self._launch(role), seconds=seconds)

    def time(self, roles: Sequence[Role], number: int) -> tuple[Verified, ...]:
        kernels = [(role.kernel, self._launch(role)) for role in roles]
        rows = self._timer.time(kernels, seed=secrets.randbits(64), pair=number, seconds=self._seconds)
        return tuple(Verified(milliseconds=row.milliseconds, fault=self._fault(row)) for row in rows)

    def vendor_ms(self) -> float | None:
        return self._timer.vendor_ms(self._product)

    def _launch(self, role: Role) -> Launch:
        return bare_launch(role.config, role.kernel, self._problem(role.config, 0), role.axis)

    def _fault(self, row: TimedLaunch) -> tuple[Kind, str] | None:
        if row.failure:
            return Kind(row.failure_kind), row.failure
        if row.changed:
            name, count = next(iter(row.changed.items()))
            return Kind.INPUT_MODIFIED, f"{count:,} elements of {name}, an input, were changed."
        if row.breached:
            name, count = next(iter(row.breached.items()))
            return Kind.OUT_OF_BOUNDS, f"{count:,} words outside {name} were written."
        if row.wrong_rows:
            output = list(self._product.layout)[-1]
            words = f"{row.wrong_rows:,} rows of {output} are wrong, row {row.first_wrong_row} first."
            return Kind.WRONG_RESULT, words
        return None


class _OfData:
    """Each pair is on data that no kernel has met before: what a student's kernel keeps of one launch, in memory that
    outlives its module, is of no use for the next. Each launch follows one on other data, so its code is warm.
    """

    def __init__(self, timer: Timer, problem: _Problem, seconds: float) -> None:
        self._timer, self._problem, self._seconds = timer, problem, seconds
        self._first = secrets.randbits(63)
        self._before: dict[int, CaseProblem] = {}

    def _warm_data(self, config: Config) -> CaseProblem:
        """Made once: at these sizes that takes longer than all launches."""
        if id(config) not in self._before:
            self._before[id(config)] = self._problem(config, self._first)
        return self._before[id(config)]

    def warm(self, role: Role, *, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.time([role], 0)

    def time(self, roles: Sequence[Role], number: int) -> tuple[Verified, ...]:  # noqa: ARG002 (all data are alike)
        seed = secrets.randbits(63)
        rows: list[Verified] = []
        for role in roles:
            before, problem = self._warm_data(role.config), self._problem(role.config, seed)
            earlier, launch = (make_launch(role.config, role.kernel, data, role.axis) for data in (before, problem))
            launched = self._timer.run(role.kernel, launch, before=earlier, seconds=self._seconds)
            fault = _fault_of(launched, launch, problem)
            rows.append(Verified(milliseconds=1e3 * launched.seconds, fault=fault))
            if fault is not None:
                break
        return tuple(rows)

    def vendor_ms(self) -> float | None:
        return None


def _fault_of(launched: Launched, launch: Launch, problem: CaseProblem) -> tuple[Kind, str] | None:
    for finding in launched.findings:
        return Kind(finding.kind), finding.message or "The launch failed."
    for name in changed_inputs(launched, launch, problem):
        return Kind.INPUT_MODIFIED, f"{name}, an input, was changed."
    judged = judge_outputs(launched, problem)
    if judged.right:
        return None
    place = judged.comparison.first
    where = f", {judged.problem.output}{''.join(f'[{at}]' for at in place.index)} first" if place else ""
    return Kind.WRONG_RESULT, f"{judged.comparison.bad_cells:,} elements of {judged.problem.output} are wrong{where}."
