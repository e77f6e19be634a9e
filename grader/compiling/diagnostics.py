"""Parse a compiler's log into diagnostics with file, line and column; `advice` rewords them for students."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
_SEVERITY = {"catastrophic error": "error", "internal error": "error", "remark": "note"}


def parse_nvrtc_log(log: str, *, name: str, last_line: int = 0) -> tuple[Diagnostic, ...]:
    """Return the messages of an NVRTC log unchanged; "end of source" becomes `last_line` of file `name`."""
    return tuple(_raw(log.splitlines(), name, last_line))


def parse_clang_log(log: str) -> tuple[Diagnostic, ...]:
    """Return the messages of Clang's standard error unchanged."""
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
