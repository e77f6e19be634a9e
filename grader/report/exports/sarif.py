"""SARIF 2.1.0 (OASIS Standard, 27 March 2020): what GitHub's code scanning and editors' SARIF viewers read.

Every kind of finding is a rule, every mark a result on the student's line. Lines and columns count from 1 and columns
are in UTF-16 units, as the standard's default has it (section 3.14.17).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader.plaintext import one_line, plain
from grader.report.findings import COMPILER, GRADERS_FAULT, Annotation, file_in_workspace
from grader.report.view import View
from grader.results import Kind
from grader.results.kinds import KINDS
from grader.version import __version__
from grader.words.tables import finding_words

FILE_NAME = "results.sarif"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
OTHER_RULES = {COMPILER: "The compiler's message", GRADERS_FAULT: "The grader's own fault; it costs no points"}


def render(view: View) -> str:
    """The document as JSON text; hidden cases are counted in the verdict and told nowhere."""
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
    title = finding_words()[name].title if about else OTHER_RULES[name]
    sentence = about.rule.sentence if about and about.rule else title
    return {
        "id": name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": sentence},
        "help": {"text": f"{sentence} The report, report/index.html, shows it on the kernel's own lines."},
    }


def _result(path: str, mark: Annotation, rules: list[str], lines: list[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": mark.title,
        "ruleIndex": rules.index(mark.title),
        "level": mark.severity,
        "message": {"text": plain(mark.text, 4000)},
        "locations": [_location(path, mark.line, mark.column)],
        "partialFingerprints": {"lineOfKind/v1": _fingerprint(mark, lines)},
    }
    if mark.others:
        result["relatedLocations"] = [
            {"id": number, **_location(path, line, 0), "message": {"text": one_line(words)}}
            for number, (line, words) in enumerate(mark.others, 1)
        ]
    return result


def _location(path: str, line: int, column: int) -> dict[str, Any]:
    """What has no line stands on the first: code scanning shows a result nowhere else."""
    region = {"startLine": line or 1} | ({"startColumn": column} if column else {})
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}, "region": region}}


def _uri(path: str) -> str:
    """Relative to the repository, or a whole `file:` address of what lies elsewhere (RFC 3986, percent-encoded)."""
    file = file_in_workspace(path)
    return Path(file).as_uri() if Path(file).is_absolute() else quote(one_line(file))


def _fingerprint(mark: Annotation, lines: list[str]) -> str:
    """The same from push to push while the line and the kind are: a mark is then known again, wherever it moved to."""
    text = lines[mark.line - 1].strip() if 0 < mark.line <= len(lines) else ""
    return hashlib.sha256(f"{mark.title}\n{text}".encode("utf-8", "replace")).hexdigest()[:32]
