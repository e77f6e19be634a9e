"""Exports with a template: JUnit XML, as CI servers read it, and a short Markdown report, for a step's summary."""

from __future__ import annotations

from dataclasses import dataclass

from grader.plaintext import unobeyed
from grader.report.add_sentences import first_wrong
from grader.report.findings import describe
from grader.report.page import render
from grader.report.view import Form, View
from grader.results import Case, Severity, Status, Words
from grader.results.base import variant_name

# -- JUnit: `failure` is the student's fault, `error` the grader's -----------------------------------------------------

_ELEMENTS = {Status.FAILED: "failure", Status.TIMEOUT: "failure", Status.ERROR: "error", Status.SKIPPED: "skipped"}
_OF_SEVERITY = {Severity.ERROR: Status.FAILED, Severity.WARNING: Status.PASSED, Severity.GRADER: Status.ERROR}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    """One `testcase`; `line` is 0 when the test is about no line of the student's."""

    name: str
    status: Status
    message: str = ""
    details: str = ""
    seconds: float = 0.0
    line: int = 0

    @property
    def element(self) -> str:
        """The element that says how it failed; empty if it passed."""
        return _ELEMENTS.get(self.status, "")


def _junit(view: View) -> str:
    """Return a suite for the compilation, one for each family, the requirements and the findings."""
    results, compiled, errors = view.results, view.results.compile, view.errors
    families: dict[str, list[_Test]] = {}
    for section in results.sections:
        for case in section.cases:  # those of a family need not stand together
            families.setdefault(case.family, []).append(_case_test(case, section.words))
    compiles = _Test(
        name="compiles",
        status=Status.PASSED if compiled.ok else Status.FAILED,
        message=errors[0].message if errors else "" if compiled.ok else results.verdict,
        details="\n".join(f"{m.file}:{m.line}:{m.column}: {m.severity}: {m.message}" for m in errors),
        seconds=compiled.seconds,
        line=errors[0].line if errors else 0,
    )
    findings = [
        _Test(
            name=f"{finding.kind.value} on line {finding.line}" if finding.line else finding.kind.value,
            status=_OF_SEVERITY[finding.severity],
            message=finding.message,
            details=describe(finding),
            line=finding.line,
        )
        for finding in results.findings
    ]
    rules = [_Test(name=rule.name, status=rule.status, message=rule.message) for rule in results.requirements]
    suites = [("compile", [compiles]), *families.items(), ("requirements", rules), ("findings", findings)]
    return render("junit.xml", results=results, suites=[suite for suite in suites if suite[1]]) + "\n"


def _case_test(case: Case, words: Words) -> _Test:
    details = (first_wrong(case, words.about(case.map.array if case.map else "")), case.reason, case.reproduce)
    return _Test(
        name=f"{case.name} ({words.variant} {variant_name(case.tile_width)})" if words.width else case.name,
        status=case.status,
        message=case.message,
        details="\n".join(filter(None, details)),
        seconds=case.seconds,
    )


JUNIT = Form("junit.xml", _junit)


# -- Markdown ----------------------------------------------------------------------------------------------------------

MAX_BYTES = 1_000_000
"""GitHub refuses step summaries over 1 MiB."""
_MARKS = {
    Status.PASSED: "✅",
    Status.FAILED: "❌",
    Status.TIMEOUT: "⏱️",
    Status.SKIPPED: "➖",
    Status.ERROR: "⚠️",
}

_SEVERITIES = {Severity.ERROR: "", Severity.WARNING: " (warning)", Severity.GRADER: " (the grader's own fault)"}


def _markdown(view: View) -> str:
    """Return the report of one submission; what is untrusted is escaped, hidden cases are left out."""
    compiled = view.results.compile
    said = [row for row in compiled.diagnostics if row.severity == "error" or not compiled.ok][:20]
    compiler = "\n".join(f"{row.file}:{row.line}: {row.severity}: {row.message}" for row in said)
    marks = {"marks": _MARKS, "severities": _SEVERITIES, "passed": Status.PASSED}
    text = unobeyed(render("report.md", page=view, compiler=compiler, **marks) + "\n")
    data = text.encode("utf-8")
    if len(data) <= MAX_BYTES:
        return text
    return data[:MAX_BYTES].decode("utf-8", "ignore") + "\n\n… cut here: the report is too long for this page.\n"


MARKDOWN = Form("report.md", _markdown)
