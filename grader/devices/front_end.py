"""A compile request through the compiling room: PTX, diagnostics, resources, declarations, in the devices' terms."""

from __future__ import annotations

import math

from grader.compiling import (
    Compilation,
    CompilerUnavailableError,
    SharedDeclaration,
    compile_cuda,
    declared_tile_width,
    find_gpu,
    launch_problem,
    occupancy_of,
    promised_threads,
    shared_arrays,
    shared_declarations,
    supported_architectures,
)
from grader.devices.base import Compiled, CompileFault, CompileRequest, Declaration, DeviceFault
from grader.results import Diagnostic, Resources

TYPICAL_GPU = "A100"
"""Resources are told for this one where no GPU is present; its limits on one block are those of all recent GPUs."""

_UNSET = "before its value is set"


def compile_request(request: CompileRequest) -> tuple[Compiled, str]:
    """The outcome and the PTX (empty when there is none). Raises `DeviceFault` when no compiler is installed."""
    try:
        made = compile_cuda(
            request.source,
            filename=request.filename,
            kernel=None if request.kernel == "auto" else request.kernel,
            defines=request.defines,
            arch="sm_80" if request.with_resources else "compute_80",
            debug=request.debug,
            headers=request.headers,
            compiler=request.compiler,
            expected=request.expected,
            element=request.element,
            unknown_headers="empty" if request.allow_headers else "refuse",
            host_code="blank" if request.blank_host_code else "refuse",
        )
    except CompilerUnavailableError as error:
        raise DeviceFault(str(error)) from error
    except (MemoryError, RecursionError):
        return _too_much(request), ""
    return _described(made, request), made.ptx


def _too_much(request: CompileRequest) -> Compiled:
    """The file asks for more memory or depth than there is: its own doing, and told as such."""
    message = "compiling this file takes more memory than a submission may use"
    fault = CompileFault(kind="resource-limit", message=message, hint="Is something repeated or nested very often?")
    return Compiled(ok=False, tile_width=request.tile_width, faults=(fault,))


def compile_binary(request: CompileRequest, arch: str) -> tuple[bytes, str, str, str]:
    """Machine code for a GPU's architecture (`sm_90`), its kernel's name and PTX, and what went wrong, if anything did.

    The image is PTX, for the GPU's driver to compile, where the compiler is older than the GPU, and for `compute_80`.
    """
    try:
        arch = supported(arch)
        made = compile_cuda(
            request.source,
            filename=request.filename,
            kernel=None if request.kernel == "auto" else request.kernel,
            defines=request.defines,
            arch=arch,
            headers=request.headers,
            compiler=request.compiler,
            expected=request.expected,
            element=request.element,
            unknown_headers="empty" if request.allow_headers else "refuse",
            host_code="blank" if request.blank_host_code else "refuse",
        )
    except CompilerUnavailableError as error:
        raise DeviceFault(str(error)) from error
    if not made.ok:
        return b"", "", "", "; ".join(problem.message for problem in made.problems) or made.log
    image = made.cubin if arch.startswith("sm_") else made.ptx.encode()
    return image, made.kernel_name, made.ptx, "" if image else f"{made.compiler} makes no machine code"


def supported(arch: str) -> str:
    """The architecture itself where the compiler knows it, else the newest virtual one that it does."""
    if not arch.startswith("sm_"):
        return arch
    known = supported_architectures()
    wanted = int(arch.removeprefix("sm_"))
    if not known or wanted in known:
        return arch
    return f"compute_{max((number for number in known if number < wanted), default=max(known))}"


def _described(made: Compilation, request: CompileRequest) -> Compiled:
    resources, limit = _resources(made, request)
    declared = shared_declarations(request.source, made.defines, made.kernel or None) if made.ok else ()
    return Compiled(
        ok=made.ok,
        tile_width=request.tile_width,
        kernel_name=made.kernel_name,
        display_name=made.kernel,
        kernel_line=made.kernel_line,
        parameters=tuple((parameter.type, parameter.name) for parameter in made.signature),
        diagnostics=tuple(
            Diagnostic(
                severity=item.severity,
                file=item.file,
                line=item.line,
                column=item.column,
                message=item.message,
                hint=item.hint,
            )
            for item in made.diagnostics
        ),
        faults=tuple(
            CompileFault(kind=item.kind, message=item.message, line=item.line, column=item.column, hint=item.hint)
            for item in made.problems
        ),
        suspicions=(*limit, *_unset_locals(made)),
        resources=resources,
        declarations=tuple(map(_declaration, declared)),
        actual_tile_width=declared_tile_width(declared) or _width_in_ptx(made),
        notes=made.notes,
        blanked=tuple((item.first_line, item.last_line, item.why) for item in made.blanked),
        compiler=f"{made.compiler} {made.compiler_version}".strip(),
        seconds=made.seconds,
    )


def _resources(made: Compilation, request: CompileRequest) -> tuple[Resources | None, tuple[CompileFault, ...]]:
    """What one block needs, and the fault when no GPU could give it."""
    if not made.ok or made.resources is None:
        return None, ()
    gpu = find_gpu(TYPICAL_GPU)
    needs = made.resources
    shared = needs.shared_bytes + request.dynamic_shared_bytes
    problem = launch_problem(
        gpu,
        made.kernel,
        block=request.block,
        registers=needs.registers,
        static_shared=needs.shared_bytes,
        dynamic_shared=request.dynamic_shared_bytes,
        max_threads=promised_threads(made.ptx, made.kernel_name),
        line=made.kernel_line,
    )
    threads = request.block[0] * request.block[1] * request.block[2]
    fit = occupancy_of(gpu, threads_per_block=threads, registers=needs.registers, shared_bytes=shared)
    resources = Resources(
        tile_width=request.tile_width,
        registers=needs.registers,
        spill_stores_bytes=needs.spill_stores_bytes,
        spill_loads_bytes=needs.spill_loads_bytes,
        stack_bytes=needs.stack_bytes,
        shared_bytes=shared,
        threads_per_block=threads,
        blocks_per_multiprocessor=fit.blocks,
        occupancy=round(fit.occupancy, 4),
        limited_by=fit.limited_by,
        target=gpu.name,
        launchable=problem is None,
    )
    if problem is None:
        return resources, ()
    return resources, (CompileFault(kind=problem.kind, message=problem.message, line=problem.line, hint=problem.hint),)


def _unset_locals(made: Compilation) -> tuple[CompileFault, ...]:
    """A local read before it is set: the compiler sees it, no run does, because it may assume any value."""
    return tuple(
        CompileFault(
            kind="uninitialized-read", message=item.message, line=item.line,
            column=item.column, hint=item.hint,
        )
        for item in made.diagnostics
        if item.severity == "warning" and (item.code == 549 or _UNSET in item.message)
    )  # fmt: skip


def _declaration(declared: SharedDeclaration) -> Declaration:
    """One whose size is known at launch only has no dimensions."""
    dims = tuple(size for size in declared.dims if size is not None)
    known = len(dims) == len(declared.dims)
    return Declaration(name=declared.name, dims=dims if known else (), dtype=declared.dtype, line=declared.line)


def _width_in_ptx(made: Compilation) -> int | None:
    """The side of the square that the largest shared array makes up in elements of 4 bytes; None when it makes none."""
    if not made.ok:
        return None
    elements = max((array.size_bytes // 4 for array in shared_arrays(made.ptx, made.kernel_name)), default=0)
    side = math.isqrt(elements)
    return side if side > 1 and side * side == elements else None
