"""What stands on which line of the student's file: the same marks for annotations, code scanning and editors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from grader.report.exports.findings import place
from grader.results import Diagnostic, Finding, Results, Severity
from grader.words.tables import finding_words

COMPILER = "compiler"
GRADERS_FAULT = "the grader's own fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One message on a line. `line` and `column` count from 1, 0 where unknown; `title` is the kind, or who says it.

    `others` are lines that have part in it, each with what happens there: a race has two.
    """

    severity: Literal["error", "warning"]
    title: str
    message: str
    line: int = 0
    column: int = 0
    where: str = ""
    hint: str = ""
    others: tuple[tuple[int, str], ...] = field(default=())

    @property
    def text(self) -> str:
        """All that is said, in up to three lines: the message, the thread that it is about, and what helps."""
        help_ = f"Help: {self.hint}" if self.hint else ""
        return "\n".join(line for line in (self.message, self.where, help_) if line)


def marks(results: Results) -> list[Annotation]:
    """Errors before warnings, what the compiler says before what runs have shown; nothing twice."""
    found = list(dict.fromkeys([*_diagnostics(results), *_findings(results)]))
    return sorted(found, key=lambda mark: mark.severity != "error")


def file_in_workspace(path: str) -> str:
    """The file by its path in the repository, as tools that show a repository's files look for it.

    That is relative to GitHub's workspace where there is one, else to the working directory; a file elsewhere keeps
    its whole path.
    """
    absolute = Path(path).absolute()
    for folder in (os.environ.get("GITHUB_WORKSPACE"), Path.cwd()):
        if folder and absolute.is_relative_to(folder):
            return absolute.relative_to(folder).as_posix()
    return Path(path).as_posix()


def _diagnostics(results: Results) -> Iterator[Annotation]:
    for each in results.compile.diagnostics:
        if each.severity in ("error", "warning"):
            yield _of_compiler(each, "error" if each.severity == "error" else "warning")


def _of_compiler(each: Diagnostic, severity: Literal["error", "warning"]) -> Annotation:
    return Annotation(
        severity=severity, title=COMPILER, message=each.message, line=each.line, column=each.column,
        hint=each.hint or "",
    )  # fmt: skip


def _findings(results: Results) -> Iterator[Annotation]:
    """A compile error is a diagnostic and a finding; one mark on its line is enough."""
    told = {each.line for each in results.compile.diagnostics if each.severity == "error"}
    for finding in results.findings:
        error = finding.severity is Severity.ERROR
        if not (error and finding.line in told):
            yield Annotation(
                severity="error" if error else "warning",
                title=GRADERS_FAULT if finding.severity is Severity.GRADER else finding.kind.value,
                message=finding.message,
                line=finding.line,
                column=finding.column,
                where=place(finding),
                hint=finding.hint or "",
                others=_others(finding),
            )


def _others(finding: Finding) -> tuple[tuple[int, str], ...]:
    other = finding.other
    if other is None or not other.line:
        return ()
    return ((other.line, f"{finding_words()[finding.kind.value].title}: the other access ({other.access}) is here"),)
