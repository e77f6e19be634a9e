"""How to compile, and what that gives besides the compiler's messages: problems, parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from grader.results import Kind

CompilerName = Literal["auto", "nvrtc", "clang"]
UnknownHeaders = Literal["refuse", "empty"]


class CompilerUnavailableError(Exception):
    """The compiler cannot be loaded on this machine; the message says what to install. Never the student's fault."""


class CompilerFaultError(Exception):
    """The compiler failed inside, on no error of the source. Never the student's fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileOptions:
    """How to compile.

    `kernel` is a name, a template-id, accepted names in order, or `auto` for the one kernel that uses shared memory.
    `element` fills type parameters of a template. `expected` are the parameters that the grader passes, as C++ text.
    `headers` are texts that the assignment provides by name, `unknown_headers` what becomes of other names. `arch` is
    compute_XX, or sm_XX for machine code and ptxas's figures too. `debug` keeps every access of the source (and other
    rounding); `hasty` asks for code soon rather than for fast code, where the compiler can do that. Kernels whose names
    are in `without` are not compiled. With `as_launched` the file's own launches say of which arguments a template is
    made, and this number fills its first whole one where they do not.

    Raises:
        ValueError: there is no such compiler, or no such way with unknown headers.

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

    def __post_init__(self) -> None:
        for name, kind in (("compiler", CompilerName), ("unknown_headers", UnknownHeaders)):
            if getattr(self, name) not in get_args(kind):
                raise ValueError(f"{name} must be one of {', '.join(get_args(kind))}, not {getattr(self, name)!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """The accepted kernel names, none for the automatic choice."""
        if isinstance(self.kernel, str):
            return () if self.kernel == "auto" else (self.kernel,)
        return self.kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileProblem:
    """Why a file cannot be graded as it is, or what the compiler alone can see of it: the makings of a finding."""

    kind: Kind
    message: str
    line: int = 0
    column: int = 0
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelParameter:
    """One kernel parameter.

    `type` is C++ text without names (`float const*`), `kind` pointer, scalar or struct, `element` the type behind a
    pointer or the scalar itself, unqualified; `size_bytes` comes from the PTX (0 when unknown).
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
    """A launch of the kernel in the file's own host code, as texts in the names of the kernel's parameters.

    `same` are pairs of parameters that are passed one variable, `numbers` what is passed where that can be told,
    `allocated` the bytes of each array, `extents` the parameters that these are made of, `cleared` arrays that are set
    to 0 before. `comma` says that a dimension is written `(a, b)`, which is b alone in C++. `not_understood` is what
    could not be followed; then there are no grid and no block.
    """

    line: int
    arguments: tuple[str, ...]
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
