"""What the assignment's own kernels, naive and reference, load and store: the measure of every student's traffic."""

from __future__ import annotations

from dataclasses import replace

from grader.assignment import Assignment, TestCase
from grader.checking.building import own_request
from grader.checking.launching import make_launch
from grader.checking.traffic import traffic_of
from grader.devices.base import Device, DeviceFault
from grader.labs import lab_of
from grader.results import Traffic


def naive_traffic(assignment: Assignment, device: Device, case: TestCase, *, seed: int) -> Traffic:
    """The naive kernel's counts, one thread a cell. Raises `DeviceFault` where it cannot be compiled or run."""
    return _counted(assignment, device, "naive", case, seed)


def reference_traffic(assignment: Assignment, device: Device, case: TestCase, *, seed: int) -> Traffic | None:
    """The solution's counts, launched as students' kernels are.

    None where the solution is not there (students' copies), or has another width where students choose theirs.
    """
    config = assignment.config
    if not assignment.path(config.reference).is_file():
        return None
    try:
        return _counted(assignment, device, "reference", case, seed)
    except DeviceFault:
        if config.tile.widths != "auto":
            raise
        return None


def _counted(assignment: Assignment, device: Device, role: str, case: TestCase, seed: int) -> Traffic:
    lab = lab_of(assignment.config)
    config = lab.for_naive(assignment.config) if role == "naive" else assignment.config
    path = config.naive if role == "naive" else config.reference
    kernel = device.compile(own_request(assignment, path, case.tile_width, config))
    if not kernel.ok:
        words = "; ".join(f"line {problem.line}: {problem.message}" for problem in kernel.problems)
        raise DeviceFault(f"{path} does not compile: {words}")
    problem = lab.make_problem(case, config, seed=seed, oracle=assignment.oracle)
    axis = "y" if config.launch.axis == "y" else "x"
    launch = replace(make_launch(config, kernel, problem, axis), checkers="traffic")
    counters = device.launch(kernel, launch).counters
    return traffic_of(role, counters, case.sizes, case.tile_width, outputs=problem.expected.size)
