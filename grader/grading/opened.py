"""An assignment that is ready to grade by: its oracle answers, and its own kernels are compiled and counted."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from grader import cache
from grader.assignment import Assignment, AssignmentError, Config, TestCase, YamlProblem
from grader.assignment.expressions import ExpressionError
from grader.devices.base import Compiled, Device, DeviceFault, Profile
from grader.devices.wire import pack
from grader.grading.bench import MOST_AT_ONCE, Bench, problems_of
from grader.grading.launching import own_request
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.labs.lab import Lab
from grader.labs.traffic import traffic_of
from grader.oracle import Oracle
from grader.results import Traffic

Seed = int | str | None


def resolve_seed(seed: Seed, default: int) -> int:
    """Return the seed as a number: the default for None, a fresh secret one for `random`."""
    if seed is None:
        return default
    return secrets.randbits(32) if seed == "random" else int(seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAssignment:
    """An assignment, or one part of it, with its oracle and the seed of its data.

    `figures` are counts of its own kernels, kept for the session.
    """

    assignment: Assignment
    seed: int
    oracle: Oracle | None = None
    figures: dict[tuple[str | int, ...], Traffic | None] = field(default_factory=dict)

    @property
    def config(self) -> Config:
        return self.assignment.config

    @property
    def lab(self) -> Lab[Any]:
        """The lab, which knows what a kernel is meant to compute."""
        return lab_of(self.assignment.config)

    def cases(self, tile_width: int) -> list[TestCase]:
        """Return the cases at one tile width, without those that the assignment leaves out."""
        return [
            case
            for case in self.assignment.cases()
            if case.tile_width == tile_width and not case.why_left_out(self.config)
        ]

    def bench(self, device: Device, kernel: Compiled, *, config: Config | None = None) -> Bench:
        """Return a kernel with the data of this assignment; `config` where it is not the assignment's."""
        config = (config or self.config).choosing(kernel.chosen_values)
        return Bench(config=config, kernel=kernel, device=device, seed=self.seed, oracle=self.oracle)

    def compiled(self, device: Device, path: str, tile_width: int, config: Config | None = None) -> Compiled:
        """Compile one of the assignment's own kernels, to be launched by `config` or as students' kernels are."""
        return device.compile(own_request(self.assignment, path, tile_width, config))

    @property
    def has_reference(self) -> bool:
        """True if the solution is there; a students' copy has none."""
        return self.assignment.path(self.config.reference).is_file()

    # -- what its own kernels load and store ---------------------------------------------------------------------------

    def naive_traffic(self, device: Device, case: TestCase, profile: Profile = "") -> Traffic:
        """Return the naive kernel's counts. Raise `AssignmentError` if it cannot be launched as the assignment says."""
        key: tuple[str | int, ...] = ("naive", profile, case.tile_width, *case.sizes.values())
        known = self.figures.get(key)
        if known is None:
            config = self.config.for_baseline
            self.figures[key] = known = self._counted(device, "naive", config.naive, config, case, profile)
        return known

    def reference_traffic(self, device: Device, case: TestCase) -> Traffic | None:
        """Return the solution's counts, launched as students' kernels are.

        None where the solution is not there, or has another width where students choose theirs.
        """
        key: tuple[str | int, ...] = ("reference", case.tile_width, *case.sizes.values())
        if key not in self.figures and self.has_reference:
            try:
                self.figures[key] = self._counted(device, "reference", self.config.reference, self.config, case, "")
            except (AssignmentError, DeviceFault):
                if self.config.tile.widths != "auto":
                    raise
                self.figures[key] = None
        return self.figures.get(key)

    def _counted(
        self, device: Device, role: str, path: str, config: Config, case: TestCase, profile: Profile
    ) -> Traffic:
        """Count one of the assignment's kernels now, or recall what an earlier run of this grader counted."""
        request = own_request(self.assignment, path, case.tile_width, config)
        asked = repr((role, case, self.seed, profile))
        oracle = self.assignment.path(self.config.oracle) if self.config.oracle else None
        words = (cache.code_fingerprint(), asked, pack(request)[1].decode(), config.model_dump_json())
        key = cache.digest(words, {"oracle": oracle.read_bytes() if oracle and oracle.is_file() else b""})
        if (kept := cache.recall("figures", key)) is not None:
            with contextlib.suppress(ValidationError):
                return Traffic.model_validate_json(kept)
        kernel = device.compile(request)
        if not kernel.ok:
            raise AssignmentError(*(YamlProblem(path, each.line, "", each.message) for each in kernel.problems))
        bench = self.bench(device, kernel, config=config)
        problem = bench.problem(case)
        try:
            launch = replace(bench.plan(problem), checked=False, profile=profile)
        except ParameterError as error:
            raise AssignmentError(YamlProblem(path, kernel.kernel_line, "", str(error))) from None
        counters, outputs = device.launch(kernel, launch).counters, problem.expected.size
        measured = traffic_of(role, counters, case.sizes, case.tile_width, outputs=outputs, profile=profile)
        cache.keep("figures", key, measured.model_dump_json())
        return measured

    # -- its oracle ----------------------------------------------------------------------------------------------------

    def require_answers(self) -> None:
        """Ask the oracle about every case, and where loads are counted, sweeps begin and blocks are replayed.

        Its answers are kept for the cases, as far as there is room. Raise `AssignmentError` where it is wrong, or takes
        more time than a submission has in all.
        """
        if self.oracle is None:
            return
        oracle = self.oracle.within(self.config.limits.total_seconds)
        cases = [*self._asked_for()]
        for first in range(0, len(cases), MOST_AT_ONCE):
            for _ in problems_of(self.config, cases[first : first + MOST_AT_ONCE], self.seed, oracle):
                continue

    def _asked_for(self) -> Iterator[TestCase]:
        assignment, config, lab = self.assignment, self.config, self.lab
        yield from (case for case in assignment.cases() if not case.why_left_out(config))
        for width in assignment.widths:
            if config.points.requirements or config.points.performance:
                yield lab.traffic_case(config, width)
                yield lab.drawn_case(config, width, self.seed)
            if config.sweep.work:
                space = lab.space(config, width)
                smallest = space.askable(dict.fromkeys(space.periods, 1))
                with contextlib.suppress(ExpressionError):
                    space.effort(smallest)
                    yield assignment.sweep_case(smallest, width)
        for width in lab.replayed_at(config, None):
            with contextlib.suppress(ExpressionError):
                yield from lab.walk_throughs(config, width)
