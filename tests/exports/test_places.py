"""What editors and code scanning read: marks on the student's lines, as one line each and as SARIF."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sarif_pydantic import Sarif

from grader.report.exports.tools import LINES, SARIF
from grader.report.mistakes import annotations_of, file_in_workspace
from grader.results import Compile, Diagnostic, Finding, Kind, Severity, Submission
from tests.exports import samples
from tests.exports.samples import shown

GCC = re.compile(r"^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$")
"""What Visual Studio Code calls `$gcc`."""


def test_a_line_is_what_editors_read_of_compilers():
    """File, line, column, severity and sentence; warnings after errors."""
    found = [GCC.match(line) for line in LINES.render(shown(samples.results())).splitlines()]
    assert all(found)
    assert [match[4] for match in found if match] == ["error", "warning"]
    first = found[0]
    assert first is not None
    assert first.groups()[:3] == ("starter/matmul.cu", "41", "9")
    assert first[5].startswith("Thread (3,0) reads Bs[7][2]") and first[5].endswith("[data-race]")


def test_hostile_text_makes_no_line_of_its_own():
    """Whatever a name, a message or a printed text holds, each line is one mark."""
    text = LINES.render(shown(samples.hostile()))
    assert len(text.splitlines()) == len(annotations_of(samples.hostile())) > 0
    assert "\x1b" not in text and "\u202e" not in text


def test_sarif_is_what_its_readers_expect():
    """A rule for each kind that was found, a result on its line, the other party of a race beside it."""
    text = SARIF.render(shown(samples.results()))
    (run,) = Sarif.model_validate_json(text).runs
    results = run.results or []
    rules = [rule.id for rule in run.tool.driver.rules or []]
    assert [result.level for result in results] == ["error", "warning"]
    assert all(result.rule_id in rules for result in results)
    (document,) = json.loads(text)["runs"]
    race = document["results"][0]
    place = race["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "starter/matmul.cu"}, "region": {"startLine": 41, "startColumn": 9}}
    assert race["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 38}
    assert document["properties"]["score"] == 70


def test_sarif_of_hostile_text_is_still_sarif():
    """Text stays text, and an address is percent-encoded."""
    text = SARIF.render(shown(samples.hostile()))
    Sarif.model_validate_json(text)
    assert "\\u001b" not in text
    for result in json.loads(text)["runs"][0]["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"(file:///)?[A-Za-z0-9._~/%!$&'()*+,;=:@-]*", uri)


def test_a_mark_is_known_again_after_lines_were_added_above():
    """Its fingerprint is of the kind and the line's text, not of the line's number."""
    found = []
    for above in ("", "\n\n"):
        line = 1 + above.count("\n")
        finding = Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, line=line, message="race")
        submission = Submission(path="k.cu", sha256="0" * 64, source=f"{above}As[ty][tx] = 1;")
        results = samples.results(findings=(finding,), submission=submission)
        (mark,) = json.loads(SARIF.render(shown(results)))["runs"][0]["results"]
        found.append(mark["partialFingerprints"])
    assert found[0] == found[1]


def test_a_compile_error_is_told_once():
    """It is a message of the compiler and a finding."""
    diagnostic = Diagnostic(severity="error", file="k.cu", line=3, column=5, message="expected a ;")
    finding = Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, line=3, message="expected a ;")
    results = samples.results(compile=Compile(ok=False, diagnostics=(diagnostic,)), findings=(finding,))
    assert [(mark.title, mark.line, mark.column) for mark in annotations_of(results)] == [("compiler", 3, 5)]


def test_a_file_is_named_as_the_repository_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Relative to GitHub's workspace, else to where the grader was started; elsewhere it keeps its whole path."""
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    assert file_in_workspace(str(tmp_path / "lab" / "matmul.cu")) == "lab/matmul.cu"
    monkeypatch.delenv("GITHUB_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    assert file_in_workspace("matmul.cu") == file_in_workspace(str(tmp_path / "matmul.cu")) == "matmul.cu"
    assert file_in_workspace("/elsewhere/matmul.cu") == "/elsewhere/matmul.cu"
