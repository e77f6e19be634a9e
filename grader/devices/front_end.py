"""A compile request through the compiling room: PTX, diagnostics, resources, declarations, in the devices' terms."""

from __future__ import annotations

from grader.compiling import Compilation, CompilerUnavailableError, compile_cuda
from grader.devices.base import Compiled, CompileFault, CompileRequest, DeviceFault
from grader.results import Diagnostic


def compile_request(request: CompileRequest) -> tuple[Compiled, str]:
    """The outcome and the PTX (empty when there is none). Raises `DeviceFault` when no compiler is installed."""
    try:
        made = compile_cuda(
            request.source,
            filename=request.filename,
            kernel=None if request.kernel == "auto" else request.kernel,
            defines=request.defines,
            headers=request.headers,
            compiler=request.compiler,
            expected=request.expected,
            element=request.element,
            unknown_headers="empty" if request.allow_headers else "refuse",
        )
    except CompilerUnavailableError as error:
        raise DeviceFault(str(error)) from error
    return _described(made, request), made.ptx


def _described(made: Compilation, request: CompileRequest) -> Compiled:
    return Compiled(
        ok=made.ok,
        tile_width=request.tile_width,
        kernel_name=made.kernel_name,
        display_name=made.kernel,
        parameters=tuple((parameter.type, parameter.name) for parameter in made.signature),
        diagnostics=tuple(
            Diagnostic(severity=item.severity, file=item.file, line=item.line, column=item.column, message=item.message)
            for item in made.diagnostics
        ),
        faults=tuple(
            CompileFault(kind=item.kind, message=item.message, line=item.line, column=item.column, hint=item.hint)
            for item in made.problems
        ),
        notes=made.notes,
        compiler=f"{made.compiler} {made.compiler_version}".strip(),
        seconds=made.seconds,
    )
