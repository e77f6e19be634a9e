"""What other tools read: reports as JUnit and Markdown, and marks on lines for GitHub Actions, SARIF and editors.

SARIF is 2.1.0 (OASIS Standard, 27 March 2020), as code scanning and editors' viewers read it: lines and columns count
from 1, columns in UTF-16 units (section 3.14.17). Lines have the format of GCC's and Clang's diagnostics, which the
problem matcher `$gcc` of Visual Studio Code, Vim's `errorformat` and Emacs' compilation mode read. GitHub's commands
work only on standard output, so they are written to a file that the action prints once the grader's own output, which
may quote the student's text, is over.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader.plaintext import one_line, plain, points, unobeyed
from grader.report.add_sentences import first_wrong
from grader.report.exports import course_systems
from grader.report.mistakes import COMPILER, GRADERS_FAULT, Annotation, describe, file_in_workspace
from grader.report.page import render
from grader.report.view import Form, View
from grader.results import Kind, Severity, Status
from grader.results.base import variant_name
from grader.results.kinds import KINDS
from grader.version import __version__
from grader.words.tables import finding_words

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
            words = section.words
            details = (
                first_wrong(case, words.about(case.map.array if case.map else None)),
                case.reason,
                case.reproduce,
            )
            variant = f" ({words.variant} {variant_name(case.tile_width)})" if words.width else ""
            families.setdefault(case.family, []).append(
                _Test(
                    name=f"{case.name}{variant}",
                    status=case.status,
                    message=case.message,
                    details="\n".join(filter(None, details)),
                    seconds=case.seconds,
                )
            )
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


JUNIT = Form("junit.xml", _junit)


# -- Markdown ----------------------------------------------------------------------------------------------------------

MARKDOWN_BYTES = 1_000_000
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
    if len(data) <= MARKDOWN_BYTES:
        return text
    return data[:MARKDOWN_BYTES].decode("utf-8", "ignore") + "\n\n… cut here: the report is too long for this page.\n"


MARKDOWN = Form("report.md", _markdown)


# -- lines, as GCC and Clang write them --------------------------------------------------------------------------------


def _lines(view: View) -> str:
    """Return a line for each mark; one without a place is put on line 1, as editors show it nowhere else."""
    file = one_line(file_in_workspace(view.results.submission.path))
    return "".join(
        f"{file}:{mark.line or 1}:{mark.column or 1}: {mark.severity}: {one_line(mark.message, 2000)} [{mark.title}]\n"
        for mark in view.annotations
    )


LINES = Form("lines.txt", _lines)


# -- GitHub Actions ----------------------------------------------------------------------------------------------------

MAX_OF_A_KIND = 10
"""GitHub shows ten errors and ten warnings a step and drops the rest."""


def _commands(view: View) -> str:
    """Return the workflow commands, one a line: the verdict, then each mark, at most ten of a severity."""
    title = command_property(f"{view.results.assignment}: {view.points} points")
    lines = [f"::notice title={title}::{command_data(view.results.verdict)}"]
    file = command_property(file_in_workspace(view.results.submission.path))
    for severity in ("error", "warning"):
        marks = (mark for mark in view.annotations if mark.severity == severity)
        found = []
        for mark in marks:
            place = f"file={file}," + (f"line={mark.line},endLine={mark.line}," if mark.line else "")
            place += f"col={mark.column}," if mark.line and mark.column else ""
            found.append(f"::{severity} {place}title={command_property(mark.title)}::{command_data(mark.text)}")
        found = list(dict.fromkeys(found))
        if len(found) > MAX_OF_A_KIND:
            more = len(found) - MAX_OF_A_KIND + 1
            last = f"::{severity} title=And {more} more::The step summary lists all of them."
            found = [*found[: MAX_OF_A_KIND - 1], last]
        lines += found
    return "\n".join(lines) + "\n"


def command_data(text: str) -> str:
    """Return the message of a workflow command, as the Actions toolkit escapes it; `##[` starts an older command."""
    text = plain(text, 4000).replace("##[", "## [")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """Return a property of a GitHub workflow command (`file`, `title`)."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")


def write_to_environment(view: View, environment: Mapping[str, str] = os.environ) -> None:
    """Append the step summary and the step's outputs to the files that the runner names in the environment.

    GitHub Classroom's output `result` is base64 text of its document.
    """
    if environment.get("GITHUB_STEP_SUMMARY"):
        with Path(environment["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as file:
            file.write(MARKDOWN.render(view))
    if environment.get("GITHUB_OUTPUT"):
        document = json.dumps(course_systems.classroom_document(view)).encode()
        with Path(environment["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as file:
            file.write(f"result={base64.b64encode(document).decode('ascii')}\n")
            file.write(f"score={points(view.results.score)}\nmax-score={points(view.results.max_score)}\n")
            file.write(f"passed={'true' if view.results.passed else 'false'}\n")


GITHUB = Form("github.txt", _commands)


# -- SARIF: every kind of finding is a rule, every mark a result on the student's line ---------------------------------

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
OTHER_RULES = {COMPILER: "The compiler's message", GRADERS_FAULT: "The grader's own fault; it costs no points"}


def _sarif(view: View) -> str:
    """Return the document as JSON text; hidden cases are counted in the verdict and told nowhere."""
    results, found = view.results, view.annotations
    rules = sorted({mark.title for mark in found})
    driver = {"name": "grader", "semanticVersion": __version__, "rules": [_rule(name) for name in rules]}
    invocation: dict[str, Any] = {"executionSuccessful": results.fault is None}
    if results.fault is not None:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": "The grader failed; what it shows is not the student's fault."}}
        ]
    lines = results.submission.source.split("\n")
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "utf16CodeUnits",
        "results": [_result(results.submission.path, mark, rules, lines) for mark in found],
        "properties": {"verdict": one_line(results.verdict), "score": results.score, "maxScore": results.max_score},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(name: str) -> dict[str, Any]:
    about = None if name in OTHER_RULES else KINDS[Kind(name)]
    title = finding_words()[name].title() if about else OTHER_RULES[name]
    sentence = about.rule.sentence if about and about.rule else title
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": sentence},
        "help": {"text": f"{sentence} The report, report/index.html, shows it on the kernel's own lines."},
    }


def _result(path: str, mark: Annotation, rules: list[str], lines: list[str]) -> dict[str, Any]:
    """Return one mark. Its fingerprint is of kind and text of the line, so that it is known again on another line."""
    text = lines[mark.line - 1].strip() if 0 < mark.line <= len(lines) else ""
    fingerprint = hashlib.sha256(f"{mark.title}\n{text}".encode("utf-8", "replace")).hexdigest()[:32]
    result: dict[str, Any] = {
        "ruleId": mark.title,
        "ruleIndex": rules.index(mark.title),
        "level": mark.severity,
        "message": {"text": plain(mark.text, 4000)},
        "locations": [_location(path, mark.line, mark.column)],
        "partialFingerprints": {"lineOfKind/v1": fingerprint},
    }
    if mark.others:
        result["relatedLocations"] = [
            {"id": number, **_location(path, line, 0), "message": {"text": one_line(words)}}
            for number, (line, words) in enumerate(mark.others, 1)
        ]
    return result


def _location(path: str, line: int, column: int) -> dict[str, Any]:
    """Return a place; a mark without a line is put on the first, as code scanning shows it nowhere else.

    The address is relative to the repository, or a whole `file:` one of what lies elsewhere (RFC 3986).
    """
    file = file_in_workspace(path)
    uri = Path(file).as_uri() if Path(file).is_absolute() else quote(one_line(file))
    region = {"startLine": line or 1} | ({"startColumn": column} if column else {})
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}


SARIF = Form("results.sarif", _sarif)
