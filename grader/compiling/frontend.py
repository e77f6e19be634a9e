"""CUDA source to PTX: `compile_cuda`, the door of this room."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from grader.compiling import nvrtc
from grader.compiling.diagnostics import parse_log, unreadable_tokens
from grader.compiling.directives import Checked, check_directives
from grader.compiling.headers import PRELUDE, STAND_INS, include_folders, missing_wheel
from grader.compiling.kernels import KernelDeclaration, choose, name_expressions, near_miss, scan_kernels, uses_shared
from grader.compiling.lexer import Lexed, lex, normalize
from grader.compiling.macros import define_block, fixed_macros, taken_names
from grader.compiling.mangling import base_name
from grader.compiling.resources import KernelResources, parse_ptxas, static_shared_problem, too_much_shared
from grader.compiling.shared import shared_arrays
from grader.compiling.signature import check_signature, parameters
from grader.compiling.unset import unset_accumulators
from grader.compiling.values import CompilerUnavailableError, Diagnostic, Parameter, Problem

_MISSING_HEADER = re.compile(r'(?:cannot|could not) open source file "([^"]+)"')
_FILE = re.compile(r'(\.file\s+\d+\s+)"([^"\n]*)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileOptions:
    """How to compile.

    `kernel` is a name, a template-id, accepted names in order, or None for the one kernel that uses shared memory.
    `element` fills type parameters of a template. `expected` are the parameters that the grader passes. `headers`
    are texts that the assignment provides by name. `debug` keeps every access of the source (and other rounding).
    """

    filename: str = "matmul.cu"
    kernel: str | Sequence[str] | None = "matmul_tiled"
    defines: Mapping[str, str | int] = field(default_factory=dict)
    arch: str = "compute_80"
    headers: Mapping[str, str] = field(default_factory=dict)
    debug: bool = False
    compiler: str = "auto"
    expected: Sequence[str] | None = None
    element: str = "float"
    unknown_headers: str = "refuse"

    @property
    def names(self) -> tuple[str, ...]:
        """The accepted kernel names, none for the automatic choice."""
        if self.kernel is None or self.kernel == "auto":
            return ()
        return (self.kernel,) if isinstance(self.kernel, str) else tuple(self.kernel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """What compiling one file gave.

    `ok` says that there is PTX with the wanted kernel in it. `kernel_name` is its symbol in the PTX, `kernel` its name
    in the source, `signature` its parameters. `cubin` and `resources` are there for an architecture like `sm_80`.
    `problems` say why a file is not ok, in the words of a finding; `diagnostics` are the compiler's messages.
    `kernels` names all kernels of the file, `defines` the macros that were set.
    """

    ok: bool
    ptx: str = ""
    kernel_name: str = ""
    kernel: str = ""
    kernel_line: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    compiler: str = "nvrtc"
    compiler_version: str = ""
    log: str = ""
    signature: tuple[Parameter, ...] = ()
    kernels: tuple[str, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    cubin: bytes = b""
    resources: KernelResources | None = None


def compile_cuda(
    source: str,
    *,
    filename: str = "matmul.cu",
    kernel: str | Sequence[str] | None = "matmul_tiled",
    defines: Mapping[str, str | int] | None = None,
    arch: str = "compute_80",
    headers: Mapping[str, str] | None = None,
    debug: bool = False,
    compiler: str = "auto",
    expected: Sequence[str] | None = None,
    element: str = "float",
    unknown_headers: str = "refuse",
) -> Compilation:
    """Compile a submission to PTX and find its kernel; needs no GPU and reads no file of the machine.

    The arguments are those of `CompileOptions`. Errors of the source are in the result. Raises
    `CompilerUnavailableError` when no compiler is installed, `CompilerFaultError` when it fails inside, and
    `ValueError` for arguments that make no sense. A compiler may also crash or hang on hostile sources: grade them in
    a child process.
    """
    options = CompileOptions(
        filename=filename, kernel=kernel, defines=defines or {}, arch=arch, headers=headers or {}, debug=debug,
        compiler=compiler, expected=expected, element=element, unknown_headers=unknown_headers,
    )  # fmt: skip
    return compile_with(source, options)


def compile_with(source: str, options: CompileOptions) -> Compilation:
    """`compile_cuda` with its arguments as one value."""
    start = time.perf_counter()
    if options.compiler not in ("auto", "nvrtc"):
        raise ValueError(f"compiler must be auto or nvrtc, not {options.compiler!r}")
    made = _Job(source, options).run()
    return replace(made, seconds=time.perf_counter() - start)


class _Job:
    """One compilation: what is known of the file, and the steps in order."""

    def __init__(self, source: str, options: CompileOptions) -> None:
        self.options = options
        self.lexed: Lexed = lex(normalize(source))
        self.unit = _unit_name(options.filename)
        self.kernels = scan_kernels(self.lexed)
        self.declaration = self._choose()
        self.defines = {name: str(value) for name, value in options.defines.items()}
        self.version = (0, 0)
        self.cubin = options.arch.startswith("sm_")

    def run(self) -> Compilation:
        binary = self._binary()
        if binary:
            return self._refused([binary])
        checked = check_directives(self.lexed, self.options.headers, unknown_headers=self.options.unknown_headers)
        if checked.problems:
            return self._refused(checked.problems, checked.notes)
        strange = self._strange_characters()
        if strange:
            return self._refused([_as_problem(item) for item in strange], checked.notes, strange)
        self.version = nvrtc.version()
        return self._compile(checked)

    def _choose(self) -> KernelDeclaration | None:
        if self.options.names:
            return choose(self.kernels, self.options.names)
        defined = [kernel for kernel in self.kernels if kernel.defined]
        tiled = [kernel for kernel in defined if uses_shared(kernel)]
        return tiled[0] if len(tiled) == 1 else defined[0] if len(defined) == 1 else None

    def _compile(self, checked: Checked) -> Compilation:
        folders = include_folders(checked.cuda_headers, self.version[0])
        if checked.cuda_headers and not folders:
            raise CompilerUnavailableError(missing_wheel(checked.cuda_headers[0], self.version[0]))
        flags = self._flags([str(folder) for folder in folders])
        output, expression = nvrtc.NvrtcOutput(), ""
        for expression in (*self._expressions(), ""):
            output = nvrtc.compile_program(
                self._text(checked.source), name=self.unit, options=flags,
                headers={**STAND_INS, **self.options.headers}, expressions=[expression] if expression else [],
                cubin=self.cubin,
            )  # fmt: skip
            if output.ok or "__nv_name_map" not in output.log:
                break
        ptx = _tidy_files(output.ptx, self.unit, self.options.filename)
        found = self._diagnostics(output.log, checked)
        if not output.ok:
            return self._failed(output, found, checked)
        return self._succeeded(ptx, output, output.lowered.get(expression, ""), found, checked)

    def _expressions(self) -> tuple[str, ...]:
        named = [name for name in self.options.names if "<" in name]
        if self.declaration is None:
            return ()
        if named:
            arguments = [name[name.index("<") :] for name in named]
            return tuple(self.declaration.qualified + argument for argument in arguments)
        return name_expressions(
            self.declaration, element=self.options.element, defines=self.defines,
            tile_width=self.defines.get("TILE_WIDTH"),
        )  # fmt: skip

    def _text(self, source: str) -> str:
        own = taken_names(self.declaration)
        macros = {name: value for name, value in self.defines.items() if name not in own}
        before, after = define_block(macros)
        # The compiler's own -D would also change its built-in headers: a macro named T or N breaks them.
        return f'{before}{PRELUDE}#line 1 "{self.unit}"\n{source}\n{after}'

    def _flags(self, folders: Sequence[str]) -> list[str]:
        flags = [f"--gpu-architecture={self.options.arch}", "--std=c++17", "--no-source-include"]
        flags.append("--device-debug" if self.options.debug else "-lineinfo")
        if self.cubin:
            flags.append("--ptxas-options=-v")
        flags.extend(f"--include-path={folder}" for folder in folders)
        return flags

    def _diagnostics(self, log: str, checked: Checked) -> tuple[Diagnostic, ...]:
        names = {token.text for token in self.lexed.tokens if token.kind == "name"}
        known = {*STAND_INS, *self.options.headers, *checked.included}
        found = []
        for item in parse_log(log, filename=self.unit, names=names, last_line=len(self.lexed.line_starts)):
            if item.file == self.unit:
                found.append(replace(item, file=self.options.filename))
            elif item.file in known:
                found.append(item)
            elif item.severity == "error" and item.file not in ("__nv_name_map", "grader-defines"):
                # In a header of CUDA's: its path says nothing to a student, and is another on each machine.
                found.append(replace(item, file=PurePath(item.file).name))
        unset = unset_accumulators(self.lexed, self.declaration, self.options.filename) if self.declaration else ()
        return (*found, *unset)

    def _failed(self, output: nvrtc.NvrtcOutput, found: tuple[Diagnostic, ...], checked: Checked) -> Compilation:
        fixed = fixed_macros(self.lexed, self.defines, output.log, found, self.options.filename)
        if fixed:
            shown = tuple(item for item in found if item.line not in {problem.line for problem in fixed})
            return self._refused(fixed, checked.notes, (*map(self._shown, fixed), *shown), log=output.log)
        too_much = too_much_shared(output.log)
        if too_much:
            line = self.declaration.line if self.declaration else 0
            limit = static_shared_problem(base_name(too_much[0]), too_much[1], line=line)
            return self._refused([limit] if limit else [], checked.notes, found, log=output.log)
        errors = [item for item in found if item.severity == "error"]
        if not errors:
            missing = Problem(kind="compile-error", message=f"the compiler failed: {output.log.strip()[:500]}")
            return self._refused([missing], checked.notes, found, log=output.log)
        missing_header = _MISSING_HEADER.search(output.log)
        if missing_header and missing_header[1].startswith("crt/"):
            raise CompilerUnavailableError(missing_wheel(missing_header[1], self.version[0]))
        first = errors[0]
        own = first.file == self.options.filename
        more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
        problem = Problem(
            kind="compile-error", message=f"the file does not compile: {first.message}{more}", hint=first.hint,
            line=first.line if own else self._include_line(), column=first.column if own else 0,
        )  # fmt: skip
        return self._refused([problem], checked.notes, found, log=output.log)

    def _include_line(self) -> int:
        """Where the file starts to include: the nearest place of an error in a header."""
        includes = (directive for directive in self.lexed.directives if directive.name == "include")
        return next((self.lexed.line(directive.start) for directive in includes), 0)

    def _succeeded(
        self, ptx: str, output: nvrtc.NvrtcOutput, entry: str, found: tuple[Diagnostic, ...], checked: Checked
    ) -> Compilation:
        entries = entry_names(ptx)
        entry = entry or self._entry(entries)
        kernels = tuple(dict.fromkeys([kernel.name for kernel in self.kernels] + [base_name(name) for name in entries]))
        if not entry:
            problem = self._missing(kernels)
            return self._refused([problem], checked.notes, found, log=output.log, kernels=kernels, ptx=ptx)
        name = self.declaration.name if self.declaration else base_name(entry)
        line = self.declaration.line if self.declaration else 0
        lines = [self.lexed.line(run[0].start) for run in self.declaration.parameters] if self.declaration else []
        signature = parameters(self.declaration, entry, ptx, lines)
        static = sum(array.size_bytes for array in shared_arrays(ptx, entry))
        wrong = static_shared_problem(name, static, line=line)
        if self.options.expected is not None:
            wrong = check_signature(signature, self.options.expected, kernel=name, line=line) or wrong
        return Compilation(
            ok=wrong is None, ptx=ptx, kernel_name=entry, kernel=name, kernel_line=line, diagnostics=found,
            problems=(wrong,) if wrong else (), notes=checked.notes, compiler_version=self._version(), log=output.log,
            signature=signature, kernels=kernels, defines=self.defines,
            cubin=output.cubin, resources=parse_ptxas(output.log).get(entry),
        )  # fmt: skip

    def _entry(self, entries: Sequence[str]) -> str:
        """The entry of the wanted name that the scan of the source did not see (made by a macro, say)."""
        for name in self.options.names:
            for entry in entries:
                if name in (entry, base_name(entry)):
                    return entry
        return entries[0] if not self.options.names and len(entries) == 1 else ""

    def _missing(self, kernels: Sequence[str]) -> Problem:
        wanted = self.options.names[0] if self.options.names else ""
        if self.declaration is not None and self.declaration.template:
            return Problem(
                kind="missing-kernel", line=self.declaration.line,
                message=f"the template arguments of {self.declaration.name} cannot be guessed",
                hint="Name the instantiation, as in matmul_tiled<16>.",
            )  # fmt: skip
        if self.declaration is not None:
            message = f"{wanted} is declared but the compiler did not make a kernel of it"
            return Problem(kind="missing-kernel", line=self.declaration.line, message=message)
        listed = f"the file has {', '.join(kernels)}" if kernels else "the file has no __global__ function"
        if not wanted:
            return Problem(kind="missing-kernel", message=f"it cannot be told which kernel to grade: {listed}")
        close = near_miss(wanted, kernels)
        line = next((kernel.line for kernel in self.kernels if kernel.name == close), 0)
        hint = f"Rename {close} to {wanted}." if close else f"The kernel must be named {wanted}."
        return Problem(
            kind="missing-kernel", message=f"there is no kernel named {wanted}: {listed}", line=line, hint=hint
        )

    def _refused(
        self,
        problems: Sequence[Problem],
        notes: Sequence[str] = (),
        diagnostics: Sequence[Diagnostic] | None = None,
        *,
        log: str = "",
        kernels: Sequence[str] | None = None,
        ptx: str = "",
    ) -> Compilation:
        shown = tuple(map(self._shown, problems)) if diagnostics is None else tuple(diagnostics)
        names = tuple(kernel.name for kernel in self.kernels) if kernels is None else tuple(kernels)
        return Compilation(
            ok=False, ptx=ptx, diagnostics=shown, problems=tuple(problems), notes=tuple(notes), log=log,
            kernels=names, defines=self.defines, compiler_version=self._version(),
        )  # fmt: skip

    def _shown(self, problem: Problem) -> Diagnostic:
        return Diagnostic(
            severity="error", file=self.options.filename, line=problem.line, column=problem.column,
            message=problem.message, hint=problem.hint,
        )  # fmt: skip

    def _version(self) -> str:
        return f"{self.version[0]}.{self.version[1]}" if self.version[0] else ""

    def _binary(self) -> Problem | None:
        offset = self.lexed.source.find("\0")
        if offset < 0:
            return None
        line = self.lexed.line(offset)
        return Problem(kind="compile-error", message="the file is not text: it holds zero bytes", line=line)

    def _strange_characters(self) -> tuple[Diagnostic, ...]:
        places = [
            (self.lexed.line(token.start), self.lexed.column(token.start), token.text)
            for token in self.lexed.tokens
            if token.kind == "punct" and ord(token.text[0]) > 126
        ]
        return unreadable_tokens(places, self.options.filename)


def entry_names(ptx: str) -> tuple[str, ...]:
    """The symbols of all kernels in a PTX text."""
    return tuple(re.findall(r"\.entry\s+([\w$.]+)", ptx))


def _as_problem(item: Diagnostic) -> Problem:
    return Problem(kind="compile-error", message=item.message, line=item.line, column=item.column, hint=item.hint)


def _unit_name(filename: str) -> str:
    """A name that is safe inside `#line` and unmistakable in a log."""
    name = PurePath(filename).name
    return name if re.fullmatch(r"[A-Za-z_][\w.-]*", name) else "submission.cu"


def _tidy_files(ptx: str, unit: str, filename: str) -> str:
    """File names without the working folder that NVRTC puts before them: the same PTX wherever it was made."""

    def tidy(match: re.Match[str]) -> str:
        name = PurePath(match.group(2)).name
        shown = filename.replace("\\", "/").replace('"', "'") if name == unit else name
        return f'{match.group(1)}"{shown}"'

    return _FILE.sub(tidy, ptx)
