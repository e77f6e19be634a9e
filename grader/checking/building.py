"""What to compile: the student's file and the grader's own kernels, at one tile width."""

from __future__ import annotations

from grader.assignment import Assignment, Config, Element
from grader.checking.findings import sentence
from grader.checking.launching import geometry
from grader.compiling.values import CompileOptions, Problem
from grader.devices.base import WITH_FIGURES, Compiled, CompileRequest
from grader.labs import lab_of
from grader.results import Finding, Kind, Severity

MAX_ERRORS = 20
_CPP_TYPES = {Element.FLOAT: "float", Element.DOUBLE: "double", Element.INT: "int", Element.HALF: "__half"}


def student_request(
    assignment: Assignment, source: str, filename: str, tile_width: int, *, define_width: bool = True
) -> CompileRequest:
    """The student's file; without `define_width` it sets its tile width itself."""
    config = assignment.config
    options = CompileOptions(
        filename=filename,
        kernel=config.kernel,
        defines=defines_for(config, tile_width) if define_width else config.defines,
        arch=WITH_FIGURES,
        headers=config.headers,
        compiler=config.compiler,
        expected=lab_of(config).expected_parameters(config),
        element=_CPP_TYPES[config.element],
        unknown_headers=config.unknown_headers,
        blank_host_code=config.blank_host_code,
    )
    return CompileRequest(source=source, tile_width=tile_width, options=options, block=_block(config, tile_width))


def own_request(assignment: Assignment, path: str, tile_width: int) -> CompileRequest:
    """A kernel of the assignment itself, such as the naive one: whichever kernel the file holds."""
    config = assignment.config
    options = CompileOptions(
        filename=path.rsplit("/", 1)[-1],
        kernel="auto",
        defines=defines_for(config, tile_width),
        headers=config.headers,
        compiler=config.compiler,
        element=_CPP_TYPES[config.element],
    )
    source = assignment.text(path)
    return CompileRequest(source=source, tile_width=tile_width, options=options, block=_block(config, tile_width))


def defines_for(config: Config, tile_width: int) -> dict[str, str | int]:
    """The macros that the compiler is given."""
    macro = {config.tile.macro: tile_width} if config.tile.macro else {}
    return {**config.defines, **macro}


def _block(config: Config, tile_width: int) -> tuple[int, int, int]:
    return geometry(config, lab_of(config).usual_sizes(config, tile_width), tile_width, "x").block


def compile_findings(compiled: Compiled, filename: str) -> tuple[Finding, ...]:
    """Why there is no kernel, as findings; the compiler's errors one by one where it gave lines."""
    own = [item for item in compiled.diagnostics if item.file == filename or not item.file]  # a header has other lines
    errors = [item for item in own if item.severity == "error" and item.line][:MAX_ERRORS]
    hints = {problem.line: problem.hint for problem in compiled.problems}
    found = [
        _finding(Kind.COMPILE_ERROR, item.message, item.line, item.column, item.hint or hints.get(item.line))
        for item in errors
    ]
    lines = {item.line for item in errors}
    # The compiler's own message says more than that there is one.
    rest = [problem for problem in compiled.problems if problem.kind is not Kind.COMPILE_ERROR or not lines]
    return (*found, *(_told(item) for item in rest))


def suspicions(compiled: Compiled) -> tuple[Finding, ...]:
    """What the compiler alone can see of a kernel that runs all the same."""
    return tuple(_told(item) for item in compiled.suspicions)


def _told(problem: Problem) -> Finding:
    return _finding(problem.kind, problem.message, problem.line, problem.column, problem.hint)


def _finding(kind: Kind, message: str, line: int, column: int, hint: str | None) -> Finding:
    return Finding(kind=kind, severity=Severity.ERROR, line=line, column=column, message=sentence(message), hint=hint)
