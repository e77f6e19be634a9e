"""The compiling room: CUDA source in, PTX with line information and clear problems out. Needs no GPU.

    from grader.compiling import compile_cuda
    made = compile_cuda(text, filename="matmul.cu", kernel="matmul_tiled", defines={"TILE_WIDTH": 16},
                        expected=("const float *A", "const float *B", "float *C", "int M", "int K", "int N"))
    made.ok, made.ptx, made.kernel_name          # PTX and the kernel's symbol in it
    made.problems                                # why it is not ok: kind, message, line, hint
    made.diagnostics                             # the compiler's messages, warnings too

A file that is not ok has at least one problem, whose `kind` is a finding's kind: compile-error, missing-kernel,
wrong-signature or tampering. `diagnostics` have the fields of `grader.results.Diagnostic` and a hint. Nothing raises
for what a student wrote; `CompilerUnavailableError` and `CompilerFaultError` are the machine's own fault.
A hostile source may crash or hang the compiler, so submissions are compiled in a child process.
"""

from grader.compiling.demangle import base_name, demangle, display_name
from grader.compiling.frontend import Compilation, CompileOptions, compile_cuda, compile_with, entry_names
from grader.compiling.signature import check_signature
from grader.compiling.values import (
    CompilerFaultError,
    CompilerUnavailableError,
    Diagnostic,
    Parameter,
    Problem,
)

__all__ = [
    "Compilation",
    "CompileOptions",
    "CompilerFaultError",
    "CompilerUnavailableError",
    "Diagnostic",
    "Parameter",
    "Problem",
    "base_name",
    "check_signature",
    "compile_cuda",
    "compile_with",
    "demangle",
    "display_name",
    "entry_names",
]
