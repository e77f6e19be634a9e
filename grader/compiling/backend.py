"""The seam between this room and a compiler: one translation unit in, PTX and messages out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from grader.results import Diagnostic


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileUnit:
    """What to compile. `text` names itself `name` by a `#line`; `last_line` is the student's last.

    `headers` are in-memory files, `cuda_headers` the included names that CUDA itself ships. `expression` names the
    wanted kernel as C++ does (`lab::matmul_tiled<16>`), empty when it is not known. `arch` is compute_XX, or sm_XX for
    machine code too; `debug` and `hasty` as in `CompileOptions`. With `consteval` the text has functions of that sort,
    which say of no processor that they are its own.
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
        """Whether a cubin and ptxas's figures are wanted beside the PTX."""
        return self.arch.startswith("sm_")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a compiler gave. `entry` is the symbol that `expression` meant, empty when unknown.

    `no_such_kernel` says that the only fault was the expression; `messages` are unfiltered and name files as the
    compiler does.
    """

    ok: bool = False
    ptx: str = ""
    cubin: bytes = b""
    log: str = ""
    entry: str = ""
    no_such_kernel: bool = False
    messages: tuple[Diagnostic, ...] = ()


class Compiler(Protocol):
    """A front end. It keeps no state between units, reads no file but its own headers, and writes none."""

    name: str

    def version(self) -> tuple[int, int]:
        """The version; raises `CompilerUnavailableError` when the compiler is not installed."""

    def prelude(self, names: frozenset[str]) -> str:
        """What goes before a file that mentions `names`: types and functions that nvcc would have known."""

    def compile(self, unit: CompileUnit) -> Output:
        """Compile one unit; raises `CompilerFaultError` when the compiler fails on no error of the source."""
