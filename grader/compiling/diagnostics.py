"""The compiler's log as diagnostics with file, line and column, in words for someone who is learning CUDA."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from grader.compiling.values import Diagnostic

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
_SEVERITY = {"catastrophic error": "error", "internal error": "error", "remark": "note"}

# NVRTC speaks of its own options here; a student needs to know what to write.
_REWORDED = (
    (
        re.compile(r"A function without execution space annotations .*"),
        "this function has no __global__ or __device__ before it, so it is host code; the grader compiles device code",
        "Put __device__ before a helper that the kernel calls; remove host code.",
    ),
    (
        re.compile(r"A namespace scope variable without memory space annotations .*"),
        "this global variable has no __device__ or __constant__ before it, so it is host data",
        "Put __device__ or __constant__ before it, or make it constexpr.",
    ),
    (
        re.compile(r"device-side kernel launch could not be processed .*"),
        "a kernel is launched with <<<...>>> here, which only host code does; the grader launches the kernel itself",
        "Remove the launch.",
    ),
)
_BEFORE_SET = 549  # "variable is used before its value is set"
_CUDA_NAMES = """
    __syncthreads __syncwarp __shared__ __global__ __device__ __restrict__ threadIdx blockIdx blockDim gridDim
    atomicAdd float int unsigned const for while return if else printf min max fminf fmaxf TILE_WIDTH __ldg
"""
_UNDEFINED = re.compile(r"""identifier "(?P<name>[^"]+)" is undefined|undeclared identifier '(?P<other>[^']+)'""")


def parse_nvrtc_log(log: str, *, name: str, last_line: int = 0) -> tuple[Diagnostic, ...]:
    """The messages of an NVRTC log as they are; "end of source" is `last_line` of file `name`."""
    return tuple(_raw(log.splitlines(), name, last_line))


def parse_clang_log(log: str) -> tuple[Diagnostic, ...]:
    """The messages of Clang's standard error as they are."""
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


def explain(
    messages: Iterable[Diagnostic], *, names: Iterable[str] = (), host_functions: Mapping[str, int] | None = None
) -> tuple[Diagnostic, ...]:
    """Messages in a student's words, each once.

    `names` are the identifiers of the file, for "did you mean"; `host_functions` are those left out as host code, with
    their lines.
    """
    known = list(dict.fromkeys([*_CUDA_NAMES.split(), *names]))
    found: dict[tuple[object, ...], Diagnostic] = {}
    for message in messages:
        made = _reword(message, known, host_functions or {})
        found.setdefault((made.file, made.line, made.severity, made.message), made)
    return tuple(found.values())


def unreadable_tokens(places: Sequence[tuple[int, int, str]], filename: str) -> tuple[Diagnostic, ...]:
    """One error a line for characters that no C++ has outside strings and comments (typographic quotes, say)."""
    found: dict[int, Diagnostic] = {}
    for line, column, text in places:
        quotes = text in "“”„‘’´"
        hint = "It looks like a quote from a word processor: type it again." if quotes else "Delete it."
        message = f"character {text} (U+{ord(text[0]):04X}) is not C++"
        found.setdefault(
            line, Diagnostic(severity="error", file=filename, line=line, column=column, message=message, hint=hint)
        )
    return tuple(found.values())


def _raw(lines: Sequence[str], filename: str, last_line: int) -> Iterator[Diagnostic]:
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
    """The caret's column: the log shows the line indented by two, then the caret under the place."""
    for text in following:
        if _HEAD.match(text) or not text:
            return 0
        if text.strip() == "^":
            return text.index("^") - 1
    return 0


def _reword(diagnostic: Diagnostic, known: Sequence[str], host_functions: Mapping[str, int]) -> Diagnostic:
    for pattern, words, advice in _REWORDED:
        if pattern.match(diagnostic.message):
            return replace(diagnostic, message=words, hint=advice)
    if diagnostic.code == _BEFORE_SET:
        return replace(diagnostic, hint="It holds garbage at this point: give it a value where it is declared.")
    if diagnostic.message == 'expected a ";"':
        return replace(diagnostic, hint="Look at the end of the line before, too.")
    undefined = _UNDEFINED.search(diagnostic.message)
    if undefined is None:
        return diagnostic
    name = undefined["name"] or undefined["other"]
    if name in host_functions:
        message = f'"{name}" (line {host_functions[name]}) is host code: a kernel can only use __device__ functions'
        return replace(diagnostic, message=message, hint=f"Put __device__ before {name}.")
    close = difflib.get_close_matches(name, [other for other in known if other != name], 1, 0.75)
    return replace(diagnostic, hint=f"Did you mean {close[0]}?") if close else diagnostic
