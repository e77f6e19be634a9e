"""What to compile: the student's file and the grader's own kernels, at one tile width."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grader.assignment import Assignment, Config
from grader.compiling.advice import undefined_name
from grader.compiling.values import CompileOptions, CompileProblem
from grader.devices.base import WITH_FIGURES, Compiled, CompileRequest, Device, DeviceCrash, DeviceTimeout
from grader.grading.findings import sentence
from grader.grading.launching import geometry
from grader.labs import lab_of
from grader.results import Diagnostic, Finding, Kind, Severity

MAX_ERRORS = 20


def student_request(
    assignment: Assignment, source: str, filename: str, tile_width: int, *, define_width: bool = True
) -> CompileRequest:
    """The student's file; without `define_width` it sets its tile width itself."""
    config = assignment.config
    options = CompileOptions(
        filename=filename,
        defines=defines_for(config, tile_width) if define_width else config.defines,
        arch=WITH_FIGURES,
        headers=config.headers,
        compiler=config.compiler,
        element=config.element_type,
        unknown_headers=config.unknown_headers,
        blank_host_code=config.blank_host_code,
        without=assignment.others,
        as_launched=tile_width if config.as_launched else 0,
    )
    return _request(assignment, config, source, tile_width, options, check_parameters=True)


def own_request(assignment: Assignment, path: str, tile_width: int, config: Config | None = None) -> CompileRequest:
    """A kernel of the assignment itself, such as the naive one; if it has but one, whatever that is called.

    `config` is the one by which it will be launched, where it is not the assignment's.
    """
    config = config or assignment.config
    config = config if len(config.kernels) > 1 else config.model_copy(update={"kernel": "auto"})
    options = CompileOptions(
        filename=path.rsplit("/", 1)[-1],
        defines=defines_for(config, tile_width),
        headers=config.headers,
        compiler=config.compiler,
        element=config.element_type,
    )
    return _request(assignment, config, assignment.text(path), tile_width, options)


def _request(
    assignment: Assignment,
    config: Config,
    source: str,
    tile_width: int,
    options: CompileOptions,
    *,
    check_parameters: bool = False,
) -> CompileRequest:
    """All kernels that are launched, the first one's request with the others in it."""
    lab = lab_of(config)
    cases = [case for case in assignment.cases() if case.tile_width == tile_width]
    first, *others = (
        CompileRequest(
            source=source,
            tile_width=tile_width,
            options=replace(
                options, kernel=name, expected=lab.expected_parameters(config, number) if check_parameters else None
            ),
            block=_block(config, number, tile_width),
            own_launch=check_parameters and config.as_launched,
            constants=lab.constant_bytes(config, cases, tile_width),
        )
        for name, number in _first_launches(config)
    )
    return replace(first, others=tuple(others))


def _first_launches(config: Config) -> list[tuple[str | tuple[str, ...], int]]:
    """Each kernel with the number of the first launch that it has."""
    names = [planned.kernel for planned in config.planned]
    return [(name, names.index(name)) for name in config.kernels]


def defines_for(config: Config, tile_width: int) -> dict[str, str | int]:
    """The macros that the compiler is given."""
    macro = {config.tile.macro: tile_width} if config.tile.macro else {}
    return {**config.defines, **macro}


def _block(config: Config, number: int, tile_width: int) -> tuple[int, int, int]:
    return geometry(config, lab_of(config).usual_sizes(config, tile_width), tile_width, "x", number).block


def compiled_or_told(device: Device, request: CompileRequest) -> tuple[Compiled, Finding | None]:
    """What the compiler made of a file; of one that it does not get through, a finding that says so."""
    try:
        return device.compile(request), None
    except DeviceTimeout as error:
        message = f"The compiler did not come to an end on this file: {error}."
    except DeviceCrash as error:
        message = f"The compiler crashed or ran out of memory on this file: {error}."
    finding = Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=message)
    return Compiled(ok=False, tile_width=request.tile_width), finding


def compile_findings(compiled: Compiled, filename: str) -> tuple[Finding, ...]:
    """Why there is no kernel, as findings; the compiler's errors one by one where it gave lines.

    A name that is not known is told where it stands first: elsewhere it is the same mistake.
    """
    own = [item for item in compiled.diagnostics if item.file == filename or not item.file]  # a header has other lines
    errors = _each_name_once(item for item in own if item.severity == "error" and item.line)[:MAX_ERRORS]
    hints = {problem.line: problem.hint for problem in compiled.problems}
    found = [
        _finding(Kind.COMPILE_ERROR, item.message, item.line, item.column, item.hint or hints.get(item.line))
        for item in errors
    ]
    lines = {item.line for item in errors}
    # The compiler's own message says more than that there is one.
    rest = [problem for problem in compiled.problems if problem.kind is not Kind.COMPILE_ERROR or not lines]
    return (*found, *(_told(item) for item in rest))


def _each_name_once(errors: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors without those about a name that an earlier one is about, with the same advice."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for item in errors:
        name = undefined_name(item.message)
        kept.setdefault((name, item.hint) if name else (item.line, item.column, item.message, item.hint), item)
    return list(kept.values())


def suspicions(compiled: Compiled) -> tuple[Finding, ...]:
    """What the compiler alone can see of a kernel that runs all the same."""
    return tuple(_told(item) for item in compiled.suspicions)


def _told(problem: CompileProblem) -> Finding:
    return _finding(problem.kind, problem.message, problem.line, problem.column, problem.hint)


def _finding(kind: Kind, message: str, line: int, column: int, hint: str | None) -> Finding:
    # A line of the text that a student's own machine may compile is no fault of the student's. What has no line is PTX
    # that no compiler makes of C++.
    severity = Severity.GRADER if kind is Kind.UNSUPPORTED and line else Severity.ERROR
    return Finding(kind=kind, severity=severity, line=line, column=column, message=sentence(message), hint=hint)
