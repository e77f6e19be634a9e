"""The interface of a compiler: one translation unit in, PTX and messages out, as its log is parsed into diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from grader.results import Diagnostic

_HEAD = re.compile(
    r"^(?P<file>.+?)\((?P<line>\d+)\): (?P<severity>catastrophic error|internal error|error|warning|note|remark)"
    r"(?: #(?P<code>\d+)(?:-D)?)?: (?P<message>.*)$"
)
_CLANG_HEAD = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): (?P<severity>fatal error|error|warning|note|remark): "
    r"(?P<message>.*)$",
    re.MULTILINE,
)
_PLACELESS = re.compile(
    r"^(?P<where>At end of source|Command-line error|nvrtc): ?(?P<severity>error|warning)?: ?(?P<message>.*)$"
)
KERNEL_FILE = "grader-kernel"
"""File name in errors of an instantiation that was asked for."""
_SEVERITY = {"catastrophic error": "error", "internal error": "error", "remark": "note"}


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


def parse_nvrtc_log(log: str, *, name: str, last_line: int = 0) -> tuple[Diagnostic, ...]:
    """Return the messages of an NVRTC log unchanged; "end of source" becomes `last_line` of file `name`."""
    return tuple(_raw(log.splitlines(), name, last_line))


def parse_clang_log(log: str) -> tuple[Diagnostic, ...]:
    """Return the messages of Clang's standard error unchanged."""
    from grader.results import Diagnostic

    found = []
    for match in _CLANG_HEAD.finditer(log):
        message = re.sub(r" \[-W[\w=,+-]+\]$", "", match["message"])
        severity = "error" if match["severity"] == "fatal error" else match["severity"]
        found.append(
            Diagnostic(
                severity=_SEVERITY.get(severity, severity), file=match["file"], line=int(match["line"]),
                column=int(match["column"]), message=message,
            )
        )  # fmt: skip
    return tuple(found)


def _raw(lines: Sequence[str], filename: str, last_line: int) -> Iterator[Diagnostic]:
    from grader.results import Diagnostic

    for index, text in enumerate(lines):
        head = _HEAD.match(text)
        if head:
            severity = head["severity"]
            yield Diagnostic(
                severity=_SEVERITY.get(severity, severity),
                file=head["file"],
                line=int(head["line"]),
                column=_column(lines[index + 1 : index + 40]),
                message=head["message"],
                code=int(head["code"]) if head["code"] else None,
            )
            continue
        placeless = _PLACELESS.match(text)
        if placeless:
            line = last_line if placeless["where"] == "At end of source" else 0
            severity = placeless["severity"] or "error"
            yield Diagnostic(severity=severity, file=filename, line=line, message=placeless["message"])


def _column(following: Sequence[str]) -> int:
    """Return the caret's column: the log shows the line indented by two, then the caret."""
    for text in following:
        if _HEAD.match(text) or not text:
            return 0
        if text.strip() == "^":
            return text.index("^") - 1
    return 0
