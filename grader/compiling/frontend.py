"""Compile one file: the entry point `compile_cuda`, and its result with diagnostics and problems."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from grader.compiling.advice import Advice
from grader.compiling.clang import Clang, run_in_helper
from grader.compiling.compiled_kernel import (
    KernelResources,
    check_signature,
    parameters,
    parse_ptxas,
    shared_arrays,
    static_shared_problem,
    too_much_shared,
    type_aliases,
    unoptimised_shared_problem,
)
from grader.compiling.directives import CHECK_FILE, CHOSEN_FILE, fixed_macros, read_chosen, taken_missing
from grader.compiling.headers import STAND_INS, declared_in, extra_with
from grader.compiling.hostcode import Blanked
from grader.compiling.kernels import near_miss, pointer_names, shared_declarations, uses_shared
from grader.compiling.nvrtc import Nvrtc
from grader.compiling.submitted import SubmittedFile
from grader.compiling.values import (
    KERNEL_FILE,
    ChosenNumber,
    CompileOptions,
    CompileProblem,
    Compiler,
    CompilerUnavailableError,
    CompileUnit,
    KernelParameter,
    Output,
)
from grader.emulator.dump import leave
from grader.emulator.ptx.mangling import base_name
from grader.results import Diagnostic

_OWN_FILES = frozenset({"__nv_name_map", KERNEL_FILE, CHECK_FILE, CHOSEN_FILE})
_UNUSED = 177  # "declared but never referenced": true of constants that only host code used
_FILE = re.compile(r'(\.file\s+\d+\s+)"([^"\n]*)"')
_VARIABLE = re.compile(
    r"^(?:\.(?:visible|weak|common)\s+)*\.(?:global|const)\s[^;={]*?(?P<name>[\w$]+)(?:\[\d*\])*\s*(?:=[^;]*)?;\n",
    re.MULTILINE,
)
# libcu++ defines a thousand constants; a student's few variables stay unchanged.
_MANY = 64
_FIRST_WITH_CONSTEVAL = (12, 0)  # version of NVRTC; every Clang release has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """Result of compiling one file.

    `ok`: there is PTX that contains the wanted kernel. `kernel_name` is its symbol in the PTX, `kernel` its name in the
    source, `signature` its parameters. `cubin` and `resources` exist for architectures like `sm_80`. `problems` say why
    a file is not ok, in a finding's words; `warnings` are further remarks on a file that is ok; `diagnostics` are the
    compiler's messages. `defines` are the macros that were set, `blanked` the omitted host code, `chosen` the numbers
    that the file chose.
    """

    ok: bool
    ptx: str = ""
    kernel_name: str = ""
    kernel: str = ""
    kernel_line: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[CompileProblem, ...] = ()
    warnings: tuple[CompileProblem, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    blanked: tuple[Blanked, ...] = ()
    compiler: str = "nvrtc"
    compiler_version: str = ""
    log: str = ""
    signature: tuple[KernelParameter, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    cubin: bytes = b""
    resources: KernelResources | None = None
    chosen: Mapping[str, ChosenNumber] = field(default_factory=dict)


def entry_names(ptx: str) -> tuple[str, ...]:
    """Return the symbols of all kernels in a PTX text."""
    return tuple(re.findall(r"\.entry\s+([\w$.]+)", ptx))


def refuse(
    file: SubmittedFile,
    problems: Sequence[CompileProblem],
    diagnostics: Sequence[Diagnostic] | None = None,
    *,
    output: Output | None = None,
) -> Compilation:
    """Return a failed compilation; without `diagnostics`, the problems become its diagnostics."""
    shown = [_shown(file, problem) for problem in problems] if diagnostics is None else diagnostics
    return _made(file, output or Output(), shown, ok=False, problems=tuple(problems))


def _made(
    file: SubmittedFile,
    output: Output,
    found: Sequence[Diagnostic],
    **more: Any,  # noqa: ANN401 - the fields in which results differ
) -> Compilation:
    return Compilation(
        ptx=output.ptx, diagnostics=tuple(found), notes=file.notes(), blanked=file.blanked, log=output.log,
        defines=file.defines, **more,
    )  # fmt: skip


def judge(file: SubmittedFile, output: Output) -> Compilation:
    """Return the result for a file that was compiled."""
    kernel_line = file.declaration.line if file.declaration else 0
    numbers, unclear, ptx = read_chosen(file.options.chosen, file.lexed, output, kernel_line)
    tidy = replace(output, ptx=tidy_ptx(ptx, file.unit_name, file.options.filename))
    missing = taken_missing(file.checked, output.messages, file.unit_name)
    if missing:
        return refuse(file, missing)
    found = _diagnostics(file, output)
    if unclear:
        return refuse(file, unclear, found)
    return replace(_succeeded(file, tidy, found), chosen=numbers) if output.ok else _failed(file, tidy, found)


def _succeeded(file: SubmittedFile, output: Output, found: tuple[Diagnostic, ...]) -> Compilation:
    entries = entry_names(output.ptx)
    if file.options.instances is not None:
        return _made(file, output, found, ok=True, cubin=output.cubin)
    entry = output.entry or _entry(file, entries)
    if not entry:
        return refuse(file, [_missing(file, entries)], found, output=output)
    kernel = file.declaration
    name, line = (kernel.name, kernel.line) if kernel else (base_name(entry), 0)
    lines = [file.lexed.line(run[0].start) if run else line for run in kernel.parameters] if kernel else []
    signature = parameters(kernel, entry, output.ptx, lines, type_aliases(file.lexed))
    static = sum(size for _, size in shared_arrays(output.ptx, entry))
    largest, warned = _largest_shared(file, name) or line, None
    if file.options.debug:
        wrong, warned = unoptimised_shared_problem(name, static, line=largest)
    else:
        wrong = static_shared_problem(name, static, line=largest)
    if file.options.expected is not None:
        wrong = check_signature(signature, file.options.expected, kernel=name, line=line) or wrong
    return _made(
        file, output, found, ok=wrong is None, kernel_name=entry, kernel=name, kernel_line=line,
        problems=(wrong,) if wrong else (), warnings=(warned,) if warned else (), signature=signature,
        cubin=output.cubin, resources=parse_ptxas(output.log).get(entry),
    )  # fmt: skip


def _largest_shared(file: SubmittedFile, kernel: str) -> int:
    """Return the line that declares most of the kernel's shared memory, or 0."""
    declared = shared_declarations(file.lexed.source, file.defines, kernel)
    return max(declared, key=lambda array: array.count or 0).line if declared else 0


def _failed(file: SubmittedFile, output: Output, found: tuple[Diagnostic, ...]) -> Compilation:
    fixed = fixed_macros(file.lexed, file.defines, output.messages, found, file.options.filename)
    if fixed:
        lines = {problem.line for problem in fixed}
        others = [item for item in found if item.line not in lines]
        return refuse(file, fixed, [*(_shown(file, problem) for problem in fixed), *others], output=output)
    too_much = too_much_shared(output.log)
    if too_much:
        line = _largest_shared(file, base_name(too_much[0])) or (file.declaration.line if file.declaration else 0)
        limit = static_shared_problem(base_name(too_much[0]), too_much[1], line=line)
        return refuse(file, [limit] if limit else [], found, output=output)
    errors = [item for item in found if item.severity == "error"]
    if not errors:
        unknown = CompileProblem.of("compiler-failed", said=output.log.strip()[:500])
        return refuse(file, [unknown], found, output=output)
    empty = _needed_header(file, errors)
    if empty is not None:
        return refuse(file, [empty], (), output=output)
    first = errors[0]
    own = first.file == file.options.filename
    line, column = (first.line, first.column) if own else (_include_line(file), 0)
    problem = CompileProblem.of(
        "not-compiling", line, column, said=first.message, others=len(errors) - 1, advice=first.hint,
        elsewhere="" if own else first.file, on_line=first.line,
    )  # fmt: skip
    return refuse(file, [problem], found, output=output)


def _needed_header(file: SubmittedFile, errors: Sequence[Diagnostic]) -> CompileProblem | None:
    """Return a problem if a header that is empty here would declare a name on a line with an error."""
    lines = {item.line for item in errors if item.file == file.options.filename}
    for token in file.lexed.tokens:
        if token.kind == "name" and file.lexed.line(token.start) in lines:
            header = declared_in(token.text, file.checked.included)
            if header:
                on_line = file.lexed.line(token.start)
                line = _include_line(file, header)
                named = {"header": header, "name": token.text, "on_line": on_line}
                if extra := extra_with(header):
                    return CompileProblem.of("header-not-installed", line, extra=extra, **named)
                return CompileProblem.of("header-not-provided", line, **named)
    return None


def _diagnostics(file: SubmittedFile, output: Output) -> tuple[Diagnostic, ...]:
    known = {*STAND_INS, *file.options.headers, *file.checked.included, *file.given.included}
    placed = []
    for item in output.messages:
        if item.file == file.unit_name:
            if not (item.code == _UNUSED and file.blanked):
                placed.append(item.model_copy(update={"file": file.options.filename}))
        elif item.file in known:
            placed.append(item)
        elif item.severity == "error" and item.file not in _OWN_FILES:
            # A header of the compiler: its path means nothing to a student and differs between machines.
            placed.append(item.model_copy(update={"file": PurePath(item.file).name}))
    kernel = file.declaration
    return Advice(
        lexed=file.lexed, filename=file.options.filename, names=(*file.mentions, *file.options.defines),
        blanked=file.blanked, arrays=pointer_names(kernel) if kernel else (),
    ).explain(placed)  # fmt: skip


def _entry(file: SubmittedFile, entries: Sequence[str]) -> str:
    """Return the entry with the wanted name if the scan of the source missed it (a macro may make it)."""
    for name in file.options.names:
        for entry in entries:
            if name in (entry, base_name(entry)):
                return entry
    # With several kernels in the file, the only entry may be the wrong one: unused templates make no entry.
    alone = len(entries) == 1 and sum(kernel.defined for kernel in file.kernels) <= 1
    return entries[0] if alone and not file.options.names else ""


def _missing(file: SubmittedFile, entries: Sequence[str]) -> CompileProblem:
    wanted = file.options.names[0] if file.options.names else ""
    kernel = file.declaration
    if kernel is not None and kernel.template:
        arguments = ", ".join("float" if parameter.kind == "type" else "16" for parameter in kernel.template)
        return CompileProblem.of("template-arguments", kernel.line, kernel=kernel.name, arguments=arguments)
    if kernel is not None:
        return CompileProblem.of("kernel-not-made", kernel.line, kernel=kernel.name)
    kernels = dict.fromkeys([*(kernel.name for kernel in file.kernels), *map(base_name, entries)])
    listed = ", ".join(kernels)
    if not wanted:
        tiled = next((kernel.name for kernel in file.kernels if kernel.defined and uses_shared(kernel)), "")
        return CompileProblem.of("which-kernel", kernels=listed, tiled=tiled)
    near = near_miss(wanted, [name for name in kernels if name not in file.options.without])
    line = next((kernel.line for kernel in file.kernels if kernel.name == near), 0)
    return CompileProblem.of("no-such-kernel", line, kernels=listed, wanted=wanted, near=near)


def _include_line(file: SubmittedFile, header: str = "") -> int:
    """Return the line where the file includes this header, or its first include: the place for an error in a header."""
    found = (directive for directive, spelled in file.lexed.included() if header in spelled)
    return next((file.lexed.line(directive.start) for directive in found), 0)


def _shown(file: SubmittedFile, problem: CompileProblem) -> Diagnostic:
    return Diagnostic(
        severity="error", file=file.options.filename, line=problem.line, column=problem.column,
        message=problem.message, hint=problem.hint,
    )  # fmt: skip


def tidy_ptx(ptx: str, unit: str, filename: str) -> str:
    """Return the PTX with the student's own file name, and without folders and unused library variables.

    Compilers write their working folder before file names; the same source must give the same PTX everywhere.
    """

    def tidy(match: re.Match[str]) -> str:
        name = PurePath(match.group(2)).name
        shown = filename.replace("\\", "/").replace('"', "'") if name == unit else name
        return f'{match.group(1)}"{shown}"'

    return _drop_unused(_FILE.sub(tidy, ptx))


def _drop_unused(ptx: str) -> str:
    declared = {match["name"] for match in _VARIABLE.finditer(ptx)}
    while len(declared) > _MANY:
        mentions = Counter(re.findall(r"[\w$]+", ptx))
        unused = {name for name in declared if mentions[name] == 1}
        if not unused:
            break
        ptx = _without(ptx, unused)
        declared -= unused
    return ptx


def _without(ptx: str, unused: set[str]) -> str:
    def drop(match: re.Match[str]) -> str:
        return "" if match["name"] in unused else match[0]

    return _VARIABLE.sub(drop, ptx)


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
        text=file.text(compiler.prelude(file.mentions)), name=file.unit_name, last_line=file.last_line,
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
