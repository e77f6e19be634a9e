"""What the assignment's own kernels, naive and reference, load and store: the measure of every student's traffic."""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from grader import cache
from grader.assignment import Assignment, AssignmentError, Config, TestCase, YamlProblem
from grader.devices.base import CompileRequest, Device, DeviceFault, Profile
from grader.devices.wire import pack
from grader.grading.building import own_request
from grader.grading.launching import make_launch
from grader.labs import lab_of
from grader.labs.base import ParameterError
from grader.labs.traffic import traffic_of
from grader.oracle import Oracle
from grader.results import Traffic


def naive_traffic(
    assignment: Assignment,
    device: Device,
    case: TestCase,
    *,
    seed: int,
    profile: Profile = "",
    oracle: Oracle | None = None,
) -> Traffic:
    """The naive kernel's counts. Raises `AssignmentError` where it cannot be launched as the assignment says."""
    return _counted(assignment, device, "naive", case, seed, profile, oracle)


def reference_traffic(
    assignment: Assignment, device: Device, case: TestCase, *, seed: int, oracle: Oracle | None = None
) -> Traffic | None:
    """The solution's counts, launched as students' kernels are.

    None where the solution is not there (students' copies), or has another width where students choose theirs.
    """
    config = assignment.config
    if not assignment.path(config.reference).is_file():
        return None
    try:
        return _counted(assignment, device, "reference", case, seed, "", oracle)
    except (AssignmentError, DeviceFault):
        if config.tile.widths != "auto":
            raise
        return None


def _counted(
    assignment: Assignment,
    device: Device,
    role: str,
    case: TestCase,
    seed: int,
    profile: Profile,
    oracle: Oracle | None,
) -> Traffic:
    """What one of the assignment's kernels does: measured now, or by an earlier run of this grader on the same."""
    lab = lab_of(assignment.config)
    config = lab.for_naive(assignment.config) if role == "naive" else assignment.config
    path = config.naive if role == "naive" else assignment.config.reference
    request = own_request(assignment, path, case.tile_width, config)
    key = _key(assignment, config, request, repr((role, case, seed, profile)))
    recalled = _recalled(key)
    if recalled is not None:
        return recalled
    kernel = device.compile(request)
    if not kernel.ok:
        raise AssignmentError(*(YamlProblem(path, each.line, "", each.message) for each in kernel.problems))
    problem = lab.make_problem(case, config, seed=seed, oracle=oracle)
    try:
        launch = replace(make_launch(config, kernel, problem, config.usual_axis), checkers="traffic", profile=profile)
    except ParameterError as error:
        raise AssignmentError(YamlProblem(path, kernel.kernel_line, "", str(error))) from None
    counters = device.launch(kernel, launch).counters
    measured = traffic_of(role, counters, case.sizes, case.tile_width, outputs=problem.expected.size, profile=profile)
    cache.keep("figures", key, measured.model_dump_json())
    return measured


def _key(assignment: Assignment, config: Config, request: CompileRequest, asked: str) -> str:
    oracle = assignment.path(assignment.config.oracle) if assignment.config.oracle else None
    words = (cache.code_fingerprint(), asked, pack(request).text.decode(), config.model_dump_json())
    return cache.digest(words, {"oracle": oracle.read_bytes() if oracle and oracle.is_file() else b""})


def _recalled(key: str) -> Traffic | None:
    figures = cache.recall("figures", key)
    try:
        return None if figures is None else Traffic.model_validate_json(figures)
    except ValidationError:
        return None
