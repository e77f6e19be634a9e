"""The compiling room: CUDA source in, PTX with line information and clear problems out. Needs no GPU.

    from grader.compiling import compile_cuda
    made = compile_cuda(text, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16},
                        expected=("const float *A", "const float *B", "float *C", "int M", "int K", "int N"))
    made.ok, made.ptx, made.kernel_name          # PTX and the kernel's symbol in it
    made.problems                                # why it is not ok: kind, message, line, hint
    made.diagnostics                             # the compiler's messages, warnings too

A file that is not ok has at least one problem, whose `kind` is a finding's: COMPILE_ERROR, MISSING_KERNEL,
WRONG_SIGNATURE, RESOURCE_LIMIT (more than 48 KB of static shared memory) or TAMPERING. Nothing raises for what a
student wrote; `CompilerUnavailableError` and `CompilerFaultError` are the machine's own fault. A hostile source may
crash or hang the compiler, so submissions are compiled in a child process.

With `arch="sm_80"` (or a device's own) the result also has `cubin` and `resources`, from ptxas; its PTX is the same.

    from grader.compiling import launch_problem, promised_threads, shared_arrays
    gpu = grader.hardware.find_gpu("RTX 3060")
    launch_problem(gpu, "matmul_tiled", block=(32, 32, 1), registers=made.resources.registers)   # a Problem or None
    shared_arrays(made.ptx, made.kernel_name)    # name in the source, symbol, bytes
    shared_declarations(text, made.defines)      # name, dims, type in the source; see `declared_tile_width`

Other courses' files: `kernel` takes several names, a template-id or "auto" (the one kernel with shared memory); host
code is blanked in place (`made.blanked`, and a note); `headers` gives names their texts; `unknown_headers="empty"`
takes every other harmless name as an empty file.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from grader.compiling.values import (
    CompileOptions,
    CompileProblem,
    CompilerFaultError,
    CompilerName,
    CompilerUnavailableError,
    KernelParameter,
    UnknownHeaders,
)

if TYPE_CHECKING:
    from grader.compiling.declarations import SharedDeclaration, declared_tile_width, shared_declarations
    from grader.compiling.frontend import choose_compiler, compile_cuda, compile_with, prepare_for_isolation
    from grader.compiling.hostcode import Blanked
    from grader.compiling.nvrtc import supported_architectures
    from grader.compiling.outcome import Compilation, entry_names
    from grader.compiling.resources import KernelResources, launch_problem, promised_threads
    from grader.compiling.shared import CompiledSharedArray, shared_arrays
    from grader.compiling.signature import check_signature
    from grader.emulator.ptx.mangling import base_name, demangle, display_name

__all__ = [
    "Blanked",
    "Compilation",
    "CompileOptions",
    "CompileProblem",
    "CompiledSharedArray",
    "CompilerFaultError",
    "CompilerName",
    "CompilerUnavailableError",
    "KernelParameter",
    "KernelResources",
    "SharedDeclaration",
    "UnknownHeaders",
    "base_name",
    "check_signature",
    "choose_compiler",
    "compile_cuda",
    "compile_with",
    "declared_tile_width",
    "demangle",
    "display_name",
    "entry_names",
    "launch_problem",
    "prepare_for_isolation",
    "promised_threads",
    "shared_arrays",
    "shared_declarations",
    "supported_architectures",
]

_HOMES = ("frontend", "outcome", "declarations", "resources", "shared", "signature", "hostcode", "nvrtc")


def __getattr__(name: str) -> object:
    """What compiles is loaded when it is first asked for: who asks a child process to compile needs values alone."""
    for home in (*(f"{__name__}.{home}" for home in _HOMES), "grader.emulator.ptx.mangling") if name in __all__ else ():
        module = import_module(home)
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
