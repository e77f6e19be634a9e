"""The interface of a compiler: one translation unit in, PTX and messages out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from grader.results import Diagnostic


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
