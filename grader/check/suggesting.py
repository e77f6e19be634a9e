"""A file that an assignment was not written for: what can be done with it, as a command line that is ready to paste."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace

from grader.assignment import Assignment
from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.cli.arguments import AUTO, has_auto
from grader.compiling.signature import parse_type
from grader.devices.base import Compiled, Device, DeviceError, WrittenLaunch
from grader.elements import ELEMENTS
from grader.grading.launching import StudentSource, student_request
from grader.results import Kind, Results, Status
from grader.submissions.submission import SubmissionFile

_FOREIGN = frozenset({Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE, Kind.NOT_UNDERSTOOD, Kind.COMPILE_ERROR})
_SIDE = 64  # of the matrices in a suggested launch
_POINTERS = 3  # of a product


def is_foreign(results: Results) -> bool:
    """Whether no case could be run because of what the file is, and not of what it does."""
    ran = any(case.status is Status.PASSED for case in results.cases)
    return not ran and not results.parts and any(finding.kind in _FOREIGN for finding in results.findings)


def way_on(device: Device, assignment: Assignment, submission: SubmissionFile) -> str:
    """What to try with a file that does not fit the assignment; empty where the file itself does not compile."""
    config = assignment.config
    path = shlex.quote(str(submission.path))
    if not config.as_launched:
        update = {"kernel": AUTO, "unknown_headers": "empty", "headers": {}}
        assignment = assignment.configured(**update)
    source = StudentSource(text=submission.source, filename=submission.path.name, define_width=False)
    request = student_request(assignment, source, 16)
    options = replace(request.options, as_launched=16, expected=None)
    try:
        compiled = device.compile(replace(request, options=options, own_launch=True, constants={}).without_figures())
    except DeviceError:
        return ""
    emptied = (re.match(r"(\S+) is not available and was taken", note) for note in compiled.notes)
    missing = [match[1] for match in emptied if match]
    foreign = f"Not written for this assignment? Any tiled product: python -m grader --assignment auto {path}"
    foreign = foreign if has_auto() else ""
    if not compiled.ok:
        several = any(problem.kind is Kind.MISSING_KERNEL for problem in compiled.problems)
        if several and not config.as_launched:
            return foreign
        if several or not missing:
            return ""
        return (
            f"{', '.join(missing)}: not here. Put what the file needs of it into the file, or give macros:"
            f" python -m grader --assignment auto {path} -D NAME=VALUE"
        )
    pointers = sum("*" in kind for kind, _ in compiled.parameters)
    if pointers == _POINTERS and not config.as_launched:
        return foreign
    launch = suggested_launch(compiled)
    if not launch:
        return ""
    return f"To run it at sizes of your choice and look for faults: python -m grader check {path} {shlex.quote(launch)}"


def suggested_launch(compiled: Compiled) -> str:
    """A launch of the kernel for `check`, the file's own where that is in numbers; empty where it takes a structure."""
    parameters = [(parse_type(kind), name or f"p{number}") for number, (kind, name) in enumerate(compiled.parameters)]
    if not parameters or any(parameter.kind == "struct" for parameter, _ in parameters):
        return ""
    scalars = sum(parameter.kind == "scalar" for parameter, _ in parameters)
    in_a_plane = compiled.in_a_plane or scalars > 1
    own = next((made for launch in compiled.launches if (made := _in_numbers(launch))), None)
    grid, block, shared = own or (("(4, 4)", "(16, 16)", 0) if in_a_plane else ("16", "256", 0))
    launch = compiled.launches[0] if own and compiled.launches else None
    numbers = dict(launch.numbers) if launch else {}
    written = []
    for parameter, name in parameters:
        if parameter.kind == "pointer":
            written.append(f"{name}: {parameter.element}[{_elements(launch, name, parameter.element)}]")
        elif parameter.element in ("float", "double"):
            written.append("1.0")
        else:
            written.append(str(numbers.get(name, _SIDE if in_a_plane else _SIDE * _SIDE)))
    third = f", {shared}" if shared else ""
    return f"{compiled.display_name}<<<{grid}, {block}{third}>>>({', '.join(written)})"


def _in_numbers(launch: WrittenLaunch) -> tuple[str, str, int] | None:
    """Grid, block and bytes as the file launches them; None where that depends on what it reads or is told."""
    numbers = dict(launch.numbers)
    try:
        grid, block = ([evaluate_size(text, **numbers) for text in texts] for texts in (launch.grid, launch.block))
        shared = evaluate_size(launch.shared_bytes, **numbers)
    except ExpressionError:
        return None
    return (f"({', '.join(map(str, grid))})", f"({', '.join(map(str, block))})", shared) if grid and block else None


def _elements(launch: WrittenLaunch | None, name: str, element: str) -> int:
    """Of an array, as the file allocates it where that is in numbers."""
    try:
        size = evaluate_size(dict(launch.allocated)[name], **dict(launch.numbers)) if launch else 0
    except (ExpressionError, KeyError):
        size = 0
    return size // (ELEMENTS[element].size_bytes if element in ELEMENTS else 1) or _SIDE * _SIDE
