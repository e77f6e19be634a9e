"""Options and results of compilation, and a compiler's interface: one translation unit in, PTX and messages out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from grader.results import Kind

if TYPE_CHECKING:
    from grader.results import Diagnostic

CompilerName = Literal["auto", "nvrtc", "clang"]
UnknownHeaders = Literal["refuse", "empty"]


class CompilerUnavailableError(Exception):
    """The compiler cannot be loaded on this machine; the message says what to install. Never the student's fault."""


class CompilerFaultError(Exception):
    """The compiler itself failed, without an error in the source. Never the student's fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenConstant:
    """A number that a file chooses: the value of its constant `text`, a name such as `ROWS` or `Launch::rows`.

    `name` is what the assignment calls it; it may be from `least` to `most`.
    """

    name: str
    text: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """What a file chose, and the line where it did; 0 if that is not known."""

    value: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileOptions:
    """Options of one compilation.

    `kernel` is a name, a template-id, a tuple of accepted names in order, or `auto`: the only kernel that uses shared
    memory. `element` fills a template's type parameters. `expected` are the parameters that the grader passes, as C++
    text. `headers` are the assignment's texts by name; `unknown_headers` says how to treat other names. `arch` is
    compute_XX, or sm_XX for machine code and ptxas's figures too. `debug` keeps every access of the source (and rounds
    differently). `hasty` prefers a fast compilation to fast code, where the compiler can. Kernels named in `without`
    are not compiled. With `as_launched`, the file's own launches choose a template's arguments; otherwise this number
    fills its first integer parameter. With `instances` no kernel is chosen: all are compiled, of templates these.
    `chosen` are the constants of the file whose values are wanted.

    Raises:
        ValueError: unknown value of `compiler` or `unknown_headers`.

    """

    filename: str = "matmul.cu"
    kernel: str | tuple[str, ...] = "matmul_tiled"
    defines: Mapping[str, str | int] = field(default_factory=dict)
    arch: str = "compute_80"
    headers: Mapping[str, str] = field(default_factory=dict)
    debug: bool = False
    hasty: bool = False
    compiler: CompilerName = "auto"
    expected: tuple[str, ...] | None = None
    element: str = "float"
    unknown_headers: UnknownHeaders = "refuse"
    blank_host_code: bool = True
    without: tuple[str, ...] = ()
    as_launched: int = 0
    instances: tuple[str, ...] | None = None
    chosen: tuple[ChosenConstant, ...] = ()

    def __post_init__(self) -> None:
        for name, kind in (("compiler", CompilerName), ("unknown_headers", UnknownHeaders)):
            if getattr(self, name) not in get_args(kind):
                raise ValueError(f"{name} must be one of {', '.join(get_args(kind))}, not {getattr(self, name)!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """The accepted kernel names; empty for automatic choice."""
        if isinstance(self.kernel, str):
            return () if self.kernel == "auto" else (self.kernel,)
        return self.kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileProblem:
    """The reason why a file cannot be graded, or a fault that only the compiler sees; becomes a finding."""

    kind: Kind
    message: str
    line: int = 0
    column: int = 0
    hint: str | None = None

    @classmethod
    def of(cls, row_name: str, line: int = 0, column: int = 0, /, **facts: object) -> CompileProblem:
        """Return the problem that a row of `grader/words/refusals.yaml` describes."""
        from grader.words.tables import refusals  # imported late: most files have no problem, and YAML takes time

        row = refusals()[row_name]
        message, hint = row.message(facts), row.hint(facts)
        return cls(kind=Kind(row.kind), message=message, line=line, column=column, hint=hint or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelParameter:
    """One kernel parameter.

    `type` is C++ text without a name (`float const*`); `kind` is pointer, scalar or struct; `element` is the
    unqualified type behind a pointer, or the scalar itself; `size_bytes` comes from the PTX (0 when unknown).
    """

    name: str
    type: str
    kind: str
    element: str
    const: bool = False
    size_bytes: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLaunch:
    """A launch of the kernel in the file's host code, as texts in the names of the kernel's parameters.

    `same` are pairs of parameters with the same variable; `numbers` are arguments whose values are known; `allocated`
    are the bytes of each array; `extents` are the parameters in these; `cleared` are arrays set to 0 before the launch.
    `comma`: a dimension is written `(a, b)`, which in C++ is just b. `not_understood` is the text that could not be
    evaluated; then there is no grid and no block.
    """

    line: int
    grid: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    shared_bytes: str = "0"
    comma: bool = False
    same: tuple[tuple[str, str], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    allocated: tuple[tuple[str, str], ...] = ()
    extents: tuple[tuple[str, tuple[str, ...]], ...] = ()
    copied_back: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    not_understood: str = ""


# -- a compiler --------------------------------------------------------------------------------------------------------


KERNEL_FILE = "grader-kernel"
"""File name in errors of an instantiation that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileUnit:
    """One translation unit. `text` sets its own name to `name` with a `#line`; `last_line` is the student's last line.

    `headers` are in-memory files; `cuda_headers` are the included names that CUDA itself ships. `expression` is the
    wanted kernel in C++ (`lab::matmul_tiled<16>`), or empty. `arch` is compute_XX, or sm_XX to get machine code too.
    `debug` and `hasty` as in `CompileOptions`. `consteval`: the text has consteval functions, which need no
    `__device__`.
    """

    text: str
    name: str
    last_line: int
    headers: Mapping[str, str] = field(default_factory=dict)
    cuda_headers: tuple[str, ...] = ()
    expression: str = ""
    arch: str = "compute_80"
    debug: bool = False
    hasty: bool = False
    consteval: bool = False

    @property
    def machine_code(self) -> bool:
        """Whether to make a cubin, with ptxas's figures, in addition to PTX."""
        return self.arch.startswith("sm_")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """Output of a compiler. `entry` is the symbol of `expression`, empty when unknown.

    `no_such_kernel`: the expression was the only error. `messages` are unfiltered, with the compiler's file names.
    """

    ok: bool = False
    ptx: str = ""
    cubin: bytes = b""
    log: str = ""
    entry: str = ""
    no_such_kernel: bool = False
    messages: tuple[Diagnostic, ...] = ()


class Compiler(Protocol):
    """A compiler front end. It keeps no state between units, reads only its own headers and writes no files."""

    name: str

    def version(self) -> tuple[int, int]:
        """Return the version. Raise `CompilerUnavailableError` when the compiler is not installed."""

    def prelude(self, names: frozenset[str]) -> str:
        """Return the text to put before a file that mentions `names`: types and functions that nvcc would know."""

    def compile(self, unit: CompileUnit) -> Output:
        """Compile one unit. Raise `CompilerFaultError` when the compiler fails without an error in the source."""
