"""Serve a compile request with the `compiling` package; return PTX, diagnostics, resources and declarations."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, replace

import numpy as np

from grader.compiling.compiled_kernel import launch_problem, promised_threads, shared_arrays
from grader.compiling.frontend import Compilation, compile_with
from grader.compiling.kernels import SharedDeclaration, declared_tile_width, scan_kernels, shared_declarations
from grader.compiling.launched import written_launches
from grader.compiling.lexer import lex, normalize
from grader.compiling.nvrtc import supported_architectures
from grader.compiling.values import CompileProblem, CompilerUnavailableError, WrittenLaunch
from grader.devices.base import Compiled, CompileRequest, DeclaredArray, DeviceFault
from grader.devices.requests import Binary
from grader.elements import size_of
from grader.emulator import PtxSyntaxError, Unsupported
from grader.emulator.ptx.mangling import base_name
from grader.emulator.ptx.nodes import Module, Variable
from grader.emulator.ptx.parser import parse
from grader.hardware import find_gpu, occupancy_of
from grader.results import Kind, Resources

TYPICAL_GPU = "A100"
"""GPU for which resources are reported when none is present; its limits per block are those of all recent GPUs."""

_BEFORE_SET = 549  # "variable is used before its value is set"
_LOCAL_OR_GENERIC = re.compile(r"\b(?:ld|st)\.(?:local|(?:v[24]\.)?[bfsu]\d)")


def compile_request(request: CompileRequest) -> tuple[Compiled, str]:
    """Return the outcome and the PTX ("" when there is none). Raise `DeviceFault` when no compiler is installed."""
    try:
        made = compile_with(request.source, request.options)
    except CompilerUnavailableError as error:
        raise DeviceFault(str(error)) from error
    except (MemoryError, RecursionError):
        return _too_much(request), ""
    return _described(made, request), made.ptx


def compile_all(request: CompileRequest) -> tuple[Compiled, tuple[str, ...]]:
    """Run `compile_request` for the request and its `others`. Return the combined outcome and each kernel's PTX."""
    made = [compile_request(each) for each in (request, *request.others)]
    if not request.others:
        return made[0][0], (made[0][1],)
    every = [
        replace(kernel, resources=needs.model_copy(update={"kernel": kernel.display_name})) if needs else kernel
        for kernel, _ in made
        for needs in [kernel.resources]
    ]
    together = replace(
        every[0],
        ok=all(each.ok for each in every),
        diagnostics=tuple(dict.fromkeys(item for each in every for item in each.diagnostics)),
        problems=tuple(dict.fromkeys(item for each in every for item in each.problems)),
        suspicions=tuple(dict.fromkeys(item for each in every for item in each.suspicions)),
        declarations=_declared_by_any(every),
        notes=tuple(dict.fromkeys(item for each in every for item in each.notes)),
        seconds=sum(each.seconds for each in every),
        others=tuple(every[1:]),
    )
    return together, tuple(ptx for _, ptx in made)


def _declared_by_any(kernels: Sequence[Compiled]) -> tuple[DeclaredArray, ...]:
    """Return the shared arrays of all kernels. An array that two kernels declare differently gets no dimensions."""
    found: dict[str, DeclaredArray] = {}
    for item in (item for kernel in kernels for item in kernel.declarations):
        known = found.setdefault(item.name, item)
        if (known.dims, known.dtype) != (item.dims, item.dtype):
            found[item.name] = replace(known, dims=())
    return tuple(found.values())


def _too_much(request: CompileRequest) -> Compiled:
    """Return the outcome for a file that needs more memory or recursion than available: the file's fault."""
    message = "compiling this file takes more memory than a submission may use"
    hint = "Is something repeated or nested very often?"
    problem = CompileProblem(kind=Kind.RESOURCE_LIMIT, message=message, hint=hint)
    return Compiled(ok=False, tile_width=request.tile_width, problems=(problem,))


def compile_binary(request: CompileRequest, arch: str) -> Binary:
    """Compile machine code for a GPU's architecture (`sm_90`). The result says what went wrong, if anything.

    The image is PTX, which the GPU's driver compiles, for `compute_80` and where the compiler is older than the GPU.
    """
    arch = supported(arch)
    try:
        made = compile_with(request.source, replace(request.options, arch=arch))
    except CompilerUnavailableError as error:
        raise DeviceFault(str(error)) from error
    if not made.ok:
        return _no_binary("; ".join(problem.message for problem in made.problems) or made.log)
    image = made.cubin if arch.startswith("sm_") else made.ptx.encode()
    if not image:
        return _no_binary(f"{made.compiler} makes no machine code")
    try:
        module = parse(made.ptx)
    except (PtxSyntaxError, Unsupported) as refused:
        return _no_binary(f"its parameters cannot be read: {refused}")
    others = tuple(compile_binary(other, arch) for other in request.others)
    if refused_other := next((other for other in others if other.problem), None):
        return refused_other
    return Binary(
        image=np.frombuffer(image, np.uint8),
        kernel_name=made.kernel_name,
        parameters=tuple((item.type, item.size) for item in module.functions[made.kernel_name].parameters),
        variables={name: variable.name for name, variable in _variables(module).items()},
        kernels=tuple(function.name for function in module.kernels),
        others=others,
    )


def _variables(module: Module) -> dict[str, Variable]:
    """Return the variables that a launch may fill, by their names in the source."""
    return {
        base_name(variable.name): variable
        for variable in module.variables.values()
        if variable.space in ("const", "global")
    }


def _no_binary(problem: str) -> Binary:
    return Binary(image=np.zeros(0, np.uint8), problem=problem)


def supported(arch: str) -> str:
    """Return `arch` if the compiler knows it; otherwise the newest older virtual architecture that it knows."""
    if not arch.startswith("sm_"):
        return arch
    known = supported_architectures()
    wanted = int(arch.removeprefix("sm_"))
    if not known or wanted in known:
        return arch
    return f"compute_{max((number for number in known if number < wanted), default=max(known))}"


def _described(made: Compilation, request: CompileRequest) -> Compiled:
    launches: tuple[WrittenLaunch, ...] = ()
    if made.ok and request.options.as_launched:
        lexed = lex(normalize(request.source))
        kernels = [kernel for kernel in scan_kernels(lexed) if kernel.name == made.kernel and kernel.defined]
        launches = written_launches(lexed, kernels[0], made.defines) if kernels else ()
    # Resources are those of the block that the file itself launches, where it is given in numbers.
    in_numbers = (launch.block for launch in launches if launch.block and all(map(str.isdigit, launch.block)))
    x, y, z = next(in_numbers, request.block)
    launched = replace(request, block=(int(x), int(y), int(z)))
    resources, limit = _resources(made, _as_chosen(launched, made))
    unfilled = _unfilled(made, request)
    declared = shared_declarations(request.source, made.defines, made.kernel or None) if made.ok else ()
    return Compiled(
        ok=made.ok and not unfilled,
        tile_width=request.tile_width,
        kernel_name=made.kernel_name,
        display_name=made.kernel,
        kernel_line=made.kernel_line,
        parameters=tuple((parameter.type, parameter.name) for parameter in made.signature),
        diagnostics=made.diagnostics,
        problems=(*made.problems, *unfilled),
        suspicions=(*limit, *made.warnings, *_unset_locals(made)),
        resources=resources,
        declarations=declared_arrays(declared, made.ptx, made.kernel_name),
        launches=launches,
        in_a_plane="%tid.y" in made.ptx,
        local_or_generic=_LOCAL_OR_GENERIC.search(made.ptx) is not None,
        actual_tile_width=declared_tile_width(declared) or _width_in_ptx(made),
        notes=made.notes,
        chosen=made.chosen,
        compiler=f"{made.compiler} {made.compiler_version}".strip(),
        seconds=made.seconds,
    )


def _as_chosen(request: CompileRequest, made: Compilation) -> CompileRequest:
    """Use the block that the file chooses, if there can be such a block, to compute resources."""
    if not made.chosen or not request.block_of:
        return request
    from grader.assignment.expressions import ExpressionError, evaluate_size  # few files choose, and it takes time

    values = {**request.values, **{name: number.value for name, number in made.chosen.items()}}
    try:
        x, y, z = [*(evaluate_size(size, **values) for size in request.block_of), 1, 1][:3]
    except ExpressionError:
        return request
    return replace(request, block=(x, y, z)) if min(x, y, z) > 0 else request


def _unfilled(made: Compilation, request: CompileRequest) -> tuple[CompileProblem, ...]:
    """Return problems for arrays that the launch fills and that are absent from the file or too small.

    An array that the source names but the PTX lacks is no problem: the compiler dropped it because no kernel reads it.
    """
    if not made.ok or not request.constants:
        return ()
    variables, lexed, found = _variables(parse(made.ptx)), lex(normalize(request.source)), []
    for name, size in request.constants.items():
        line = next((lexed.line(token.start) for token in lexed.tokens if token.text == name), 0)
        variable = variables.get(name)
        if variable is None and not line:
            message = f"there is no __constant__ array named {name}, which is filled before the launch"
            found.append(CompileProblem(kind=Kind.WRONG_SIGNATURE, message=message))
        elif variable is not None and variable.size < size:
            message = f"the variable {name} has {variable.size:,} bytes; {size:,} are filled before the launch"
            found.append(CompileProblem(kind=Kind.WRONG_SIGNATURE, message=message, line=line))
    return tuple(found)


def _resources(made: Compilation, request: CompileRequest) -> tuple[Resources | None, tuple[CompileProblem, ...]]:
    """Return what one block needs, and a problem if no GPU could run it."""
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
        **{**asdict(needs), "shared_bytes": shared, "target": gpu.name},
        tile_width=request.tile_width,
        threads_per_block=threads,
        blocks_per_multiprocessor=fit.blocks,
        occupancy=round(fit.occupancy, 4),
        limited_by=fit.limited_by,
        launchable=problem is None,
    )
    return resources, (problem,) if problem else ()


def _unset_locals(made: Compilation) -> tuple[CompileProblem, ...]:
    """Return findings for locals that are read before they are set.

    Where the compiler sees this, it may assume any value.
    """
    return tuple(
        CompileProblem(
            kind=Kind.UNINITIALIZED_READ, message=item.message, line=item.line,
            column=item.column, hint=item.hint,
        )
        for item in made.diagnostics
        if item.severity == "warning" and item.code == _BEFORE_SET
    )  # fmt: skip


def declared_arrays(declared: Sequence[SharedDeclaration], ptx: str, kernel: str) -> tuple[DeclaredArray, ...]:
    """Return the descriptions of what a kernel's source declares; `kernel` is its name in the PTX.

    An array has no dimensions if its size is known only at launch. The element size of a structure is computed from the
    whole array's bytes.
    """
    sizes, made = dict(shared_arrays(ptx, kernel)) if declared else {}, list[DeclaredArray]()
    for each in declared:
        dims = tuple(size for size in each.dims if size is not None)
        known = len(dims) == len(each.dims)
        element = size_of(each.dtype) or (sizes.get(each.name, 0) // math.prod(dims) if known else 0)
        made.append(
            DeclaredArray(
                name=each.name, dims=dims if known else (), dtype=each.dtype, element_bytes=element, line=each.line
            )
        )
    return tuple(made)


def _width_in_ptx(made: Compilation) -> int | None:
    """Return the side of the largest shared array as a square of 4-byte elements; None if it is not square."""
    if not made.ok:
        return None
    elements = max((size // 4 for _, size in shared_arrays(made.ptx, made.kernel_name)), default=0)
    side = math.isqrt(elements)
    return side if side > 1 and side * side == elements else None
