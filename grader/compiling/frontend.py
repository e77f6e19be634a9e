"""`compile_cuda`: the entry point of this package."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from grader.compiling.backend import Compiler, CompileUnit, Output
from grader.compiling.clang import Clang, run_in_helper
from grader.compiling.nvrtc import Nvrtc
from grader.compiling.outcome import Compilation, judge, refuse
from grader.compiling.submitted import SubmittedFile
from grader.compiling.values import CompileOptions, CompilerUnavailableError
from grader.emulator.dump import leave

_FIRST_WITH_CONSTEVAL = (12, 0)  # version of NVRTC; every Clang release has it


def compile_cuda(source: str, **options: Any) -> Compilation:  # noqa: ANN401 (as `CompileOptions` has them)
    """Call `compile_with` with the fields of `CompileOptions` as keywords."""
    return compile_with(source, CompileOptions(**options))


def compile_with(source: str, options: CompileOptions) -> Compilation:
    """Compile a submission to PTX and find its kernel. Needs no GPU and reads no files of the machine.

    Errors in the source are part of the result. A hostile source may crash or hang the compiler and with it the caller,
    so `devices.cpu.EmulatorDevice` compiles in a child process.

    Raises:
        CompilerUnavailableError: no compiler is installed.
        CompilerFaultError: the compiler itself fails.

    """
    start = time.perf_counter()
    file = SubmittedFile(source, options)
    problems = file.problems()
    made = refuse(file, problems) if problems else _compile(file, choose_compiler(options.compiler))
    return replace(made, seconds=time.perf_counter() - start)


def choose_compiler(name: str) -> Compiler:
    """Return the compiler for `auto`, `nvrtc` or `clang` on this machine.

    Raise `CompilerUnavailableError` when it is not installed.
    """
    # NVRTC does not exist for macOS, so advice to install it would not help there.
    known: Sequence[Compiler] = (Nvrtc(), Clang()) if name != "auto" or sys.platform != "darwin" else (Clang(),)
    wanted = [compiler for compiler in known if name in ("auto", compiler.name)]
    reasons = []
    for compiler in wanted:
        try:
            compiler.version()
        except CompilerUnavailableError as error:
            reasons.append(str(error))
        else:
            return compiler
    raise CompilerUnavailableError(" ".join(reasons) or f"no compiler is named {name}")


def prepare_for_isolation(compiler: str, restrict: Callable[[], object]) -> None:
    """Prepare for giving up the right to start programs; `compiler` is the one that will be used.

    NVRTC is a library and needs nothing. Clang is a program: start a helper for it, which calls `restrict` on itself
    and never runs a student's code.
    """
    if compiler == "clang" or (compiler == "auto" and not _is_installed(Nvrtc())):
        run_in_helper(restrict)


def _is_installed(compiler: Compiler) -> bool:
    try:
        compiler.version()
    except CompilerUnavailableError:
        return False
    return True


def _compile(file: SubmittedFile, compiler: Compiler) -> Compilation:
    output = _output(file, compiler)
    changes = [SubmittedFile.without_unneeded]
    if compiler.version() >= _FIRST_WITH_CONSTEVAL:
        changes.append(SubmittedFile.with_constant_functions)
    for changed in changes:
        other = None if output.ok or output.no_such_kernel else changed(file)
        if other is not None:
            again = _output(other, compiler)
            if again.ok or _errors(again) < _errors(output) or _places(again) < _places(output):
                file, output = other, again
    major, minor = compiler.version()
    return replace(judge(file, output), compiler=compiler.name, compiler_version=f"{major}.{minor}")


def _output(file: SubmittedFile, compiler: Compiler) -> Output:
    """Return the compiler's output for the first of the kernel's names that it knows."""
    options = file.options
    unit = CompileUnit(
        text=file.text(compiler.prelude(file.mentions())), name=file.unit_name, last_line=file.last_line,
        headers=file.headers(), cuda_headers=file.cuda_headers(), arch=options.arch,
        debug=options.debug, hasty=options.hasty, consteval=file.consteval,
    )  # fmt: skip
    leave(f"given-to-{compiler.name}.cu", lambda: unit.text)
    output = Output()
    for expression in (*file.expressions(), ""):
        output = compiler.compile(replace(unit, expression=expression))
        if not output.no_such_kernel:
            break
    return output


def _places(output: Output) -> set[tuple[str, int]]:
    return {(file, line) for file, line, _ in _errors(output)}


def _errors(output: Output) -> set[tuple[str, int, str]]:
    return {(item.file, item.line, item.message) for item in output.messages if item.severity == "error"}
