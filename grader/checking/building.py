"""What to compile: the student's file and the grader's own kernels, at one tile width."""

from __future__ import annotations

from grader.assignment import Assignment, Config, Element
from grader.assignment.models import StructParameter
from grader.checking.launching import geometry
from grader.devices.base import Compiled, CompileRequest
from grader.results import Finding, Kind, Severity, Shape, Status  # noqa: F401

_CPP_TYPES = {Element.FLOAT: "float", Element.DOUBLE: "double", Element.INT: "int", Element.HALF: "__half"}


def student_request(assignment: Assignment, source: str, filename: str, tile_width: int) -> CompileRequest:
    """The student's file."""
    config = assignment.config
    return CompileRequest(
        source=source,
        filename=filename,
        kernel=config.kernel,
        tile_width=tile_width,
        defines=defines_for(config, tile_width),
        headers=config.headers,
        threads_per_block=_threads(config, tile_width),
        compiler=config.compiler,
        element=_CPP_TYPES[config.element],
        expected=expected_parameters(config),
        allow_headers=config.unknown_headers == "empty",
        blank_host_code=config.blank_host_code,
    )


def own_request(assignment: Assignment, path: str, tile_width: int) -> CompileRequest:
    """A kernel of the assignment itself, such as the naive one: whichever kernel the file holds."""
    config = assignment.config
    return CompileRequest(
        source=assignment.text(path),
        filename=path.rsplit("/", 1)[-1],
        kernel="auto",
        tile_width=tile_width,
        defines=defines_for(config, tile_width),
        headers=config.headers,
        threads_per_block=_threads(config, tile_width),
        compiler=config.compiler,
        element=_CPP_TYPES[config.element],
        with_resources=False,
    )


def defines_for(config: Config, tile_width: int) -> dict[str, str | int]:
    """The macros that the compiler is given."""
    macro = {config.tile.macro: tile_width} if config.tile.macro else {}
    return {**config.defines, **macro}


def expected_parameters(config: Config) -> tuple[str, ...] | None:
    """The parameters as C++ text where each is told by its role alone; None where types are the file's own affair."""
    roles = config.parameters
    if isinstance(roles, str | dict) or any(isinstance(role, StructParameter) for role in roles):
        return None
    element = _CPP_TYPES[config.element]
    return tuple(_expected(role, element) for role in roles)


def _expected(role: object, element: str) -> str:
    if role in ("A", "B"):
        return f"const {element} *{role}"
    if role == "C":
        return f"{element} *C"
    if role in ("alpha", "beta"):
        return f"{element} {role}"
    return f"int {role}" if isinstance(role, str) and role.isidentifier() else "int"


def _threads(config: Config, tile_width: int) -> int:
    middling = Shape(M=4 * tile_width, K=4 * tile_width, N=4 * tile_width)
    return geometry(config, middling, tile_width, "x").threads


def compile_findings(compiled: Compiled) -> tuple[Finding, ...]:
    """Why there is no kernel, as findings; the compiler's errors one by one where it gave lines."""
    found = [
        Finding(
            kind=Kind(fault.kind),
            severity=Severity.ERROR,
            line=fault.line,
            column=fault.column,
            message=fault.message,
            hint=fault.hint,
        )
        for fault in compiled.faults
    ]
    told = {(finding.line, finding.message) for finding in found}
    for diagnostic in compiled.diagnostics:
        if diagnostic.severity == "error" and (diagnostic.line, diagnostic.message) not in told and len(found) < 20:
            found.append(_diagnosed(diagnostic.line, diagnostic.column, diagnostic.message))
    general = [finding for finding in found if finding.line or finding.kind is not Kind.COMPILE_ERROR]
    return tuple(general or found)


def _diagnosed(line: int, column: int, message: str) -> Finding:
    return Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, line=line, column=column, message=message)
