"""Each export read back by its own reader, as the platform would read it."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path

import pytest

from grader.plaintext import csv_cell, one_line, plain
from grader.report import page
from grader.report.exports import EXPORTS, write_export
from grader.report.exports.course_systems import GRADESCOPE, fault_for_gradescope, gradescope_document
from grader.report.exports.tools import GITHUB, JUNIT, MARKDOWN, write_to_environment
from grader.report.format import code_block
from grader.report.redact import for_student
from grader.results import Finding, Kind, Recording, Severity, Status, Visibility
from tests.exports import samples
from tests.exports.samples import shown

# --- hidden cases


def test_a_students_copy_has_no_trace_of_a_hidden_case():
    """Not its name, not what only it showed, not the printed text; the score still counts it."""
    seen = for_student(samples.results())
    text = seen.to_json()
    assert "secret-prime" not in text
    assert "only hidden" not in text
    assert "printed" not in text
    assert (seen.score, seen.hidden) == (70.0, 1)
    (race, _) = seen.findings
    assert race.message == samples.results().findings[0].message
    assert (race.count, race.cases, len(race.occurrences)) == (900, ("34x34 ones",), 1)


def recording(case: str) -> Recording:
    """A recording of nothing."""
    return Recording(
        case=case, sizes={"M": 1, "K": 1, "N": 1}, tile_width=2, grid=(1, 1, 1), block_dim=(1, 1, 1), block=(0, 0, 0),
        shared=(), buffers={}, output="C", expected=(), events=(), title=f"{case} in small",
    )  # fmt: skip


def test_a_hidden_case_is_hidden_at_every_tile_width():
    """Labels end in the tile width, and a recording is a likeness of the case at another one."""
    cases = (samples.case("open@16"), samples.case("tall@16", Status.FAILED, 0, visibility=Visibility.HIDDEN))
    finding = Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, line=7, case="tall@16", message="thread 3 races")
    seen = for_student(
        samples.results(
            cases=cases,
            findings=(finding,),
            recordings=(recording("walk-through@2"), recording("tall@2")),
            fix_first="Line 7: thread 3 races",
        )
    )
    assert [item.case for item in seen.recordings] == ["walk-through@2"]
    assert "thread 3" not in seen.to_json()
    assert "hidden case" in seen.fix_first


def test_without_hidden_cases_nothing_changes():
    """The copy is the original."""
    original = samples.results(cases=(samples.case("one"),), findings=())
    assert for_student(original) is original


@pytest.mark.parametrize("name", sorted({*EXPORTS} - {"gradescope"}))  # which hides by itself
def test_exports_that_students_see_keep_hidden_cases_hidden(name: str, tmp_path: Path):
    """A workflow's log and summary are the student's to read."""
    text = write_export(name, samples.results(), tmp_path).read_text(encoding="utf-8")
    assert "secret-prime" not in text
    assert "only hidden" not in text


# --- Gradescope


def test_gradescope_gets_a_test_for_each_family_and_rubric_item():
    """Scores, visibility and totals as Gradescope's documentation names them; no time tells of hidden cases."""
    document = json.loads(GRADESCOPE.render(shown(samples.results())))
    tests = {test["name"]: test for test in document["tests"]}
    assert document["score"] == 70
    assert document["execution_time"] == 0.145  # compiling and the one visible case that has a time
    assert sum(test["max_score"] for test in tests.values()) == 100
    assert "Correctness" not in tests
    family = tests["boundaries"]
    assert (family["status"], family["score"], family["max_score"]) == ("failed", 30, 50)
    assert "1 of 5 cases are right." in family["output"]
    assert "34x34 random (tile width 16): 12 cells are wrong" in family["output"]
    assert "slow (tile width 16): " in family["output"]
    assert "no barrier between" in family["output"]


def test_only_the_graders_fault_leaves_a_family_without_a_status():
    """It neither passed nor failed."""
    cases = (samples.case("right"), samples.case("broken", Status.ERROR))
    (family, *_) = json.loads(GRADESCOPE.render(shown(samples.results(cases=cases))))["tests"]
    assert "status" not in family


def test_gradescope_shows_the_report_with_the_students_own_lines():
    """As HTML that needs no style; what the student wrote is text in it, and nobody's page grows without end."""
    source = "\n".join(f"line {number} </pre><script>" for number in range(1, 60))
    handed_in = samples.results().submission.model_copy(update={"source": source})
    document = json.loads(GRADESCOPE.render(shown(samples.results(submission=handed_in))))
    assert document["output_format"] == "html"
    assert "<b>Fix first:</b> Line 41: Thread (3,0) reads Bs[7][2]" in document["output"]
    assert "&gt;   41  line 41 &lt;/pre&gt;&lt;script&gt;" in document["output"]
    assert "<script" not in document["output"]
    finding = samples.results().findings[0].model_copy(update={"message": "x" * 10_000})
    findings = tuple(finding.model_copy(update={"line": line, "hint": f"{line}"}) for line in range(1, 60))
    long = handed_in.model_copy(update={"source": ("y" * 5000 + "\n") * 60})
    text = gradescope_document(shown(samples.results(submission=long, findings=findings)))["output"]
    assert len(text) <= page.MAX_BYTES
    assert "more findings" in text


def test_gradescope_hides_what_only_a_hidden_case_shows():
    """The hidden test carries its own visibility; its finding stands in no visible test."""
    document = json.loads(GRADESCOPE.render(shown(samples.results())))
    visible = [test for test in document["tests"] if test["visibility"] == "visible"]
    (hidden,) = (test for test in document["tests"] if test not in visible)
    assert "secret-prime (tile width 16)" in hidden["output"]
    assert "only hidden" not in json.dumps(visible)
    assert "secret-prime" not in json.dumps(visible)
    assert "secret-prime" not in document["output"]


GRADESCOPE_KEYS = {
    "score", "execution_time", "output", "output_format", "test_output_format", "visibility", "stdout_visibility",
    "extra_data", "tests", "leaderboard",
}  # fmt: skip
GRADESCOPE_TEST_KEYS = {
    "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility",
    "extra_data",
}  # fmt: skip


@pytest.mark.parametrize("make", [samples.results, samples.hostile])
def test_gradescope_documents_use_only_the_published_words(make):
    """Unknown keys and words are refused by the platform."""
    document = json.loads(GRADESCOPE.render(shown(make())))
    assert set(document) <= GRADESCOPE_KEYS
    for test in document["tests"]:
        assert set(test) <= GRADESCOPE_TEST_KEYS
        assert test.get("status", "failed") in {"passed", "failed"}
        assert test["visibility"] in {visibility.value for visibility in Visibility}
        assert test["output_format"] == test["name_format"] == "text"


def test_a_grader_fault_costs_nobody_points_on_gradescope():
    """No score is given, so the platform records an autograder failure."""
    document = json.loads(fault_for_gradescope("Traceback"))
    assert "score" not in document
    assert "not your fault" in document["output"]


# --- JUnit


def test_junit_reads_back_with_the_right_counts(tmp_path: Path):
    """A parser of that format sees one failure for each fault of the student's and one error of the grader's."""
    junitparser = pytest.importorskip("junitparser")
    xml = junitparser.JUnitXml.fromfile(str(write_export("junit", samples.results(), tmp_path)))
    tests = {test.name: test for suite in xml for test in suite}
    outcomes = {name: [type(result).__name__ for result in test.result] for name, test in tests.items()}
    assert outcomes["34x34 ones (tile width 16)"] == []
    assert outcomes["34x34 random (tile width 16)"] == ["Failure"]
    assert outcomes["slow (tile width 16)"] == ["Failure"]
    assert outcomes["broken (tile width 16)"] == ["Error"]
    assert outcomes["left out (tile width 16)"] == ["Skipped"]
    assert outcomes["data-race on line 41"] == ["Failure"]
    assert outcomes["bank-conflict on line 44"] == []
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == (9, 3, 1, 1)


def test_junit_times_have_three_decimals_at_most():
    """Some readers refuse more."""
    assert all(
        len(time.partition(".")[2]) <= 3
        for time in re.findall(r'time="([^"]*)"', JUNIT.render(shown(samples.results())))
    )


def test_hostile_text_stays_text_in_junit(tmp_path: Path):
    """The document parses, and no element comes from the student's text."""
    from xml.etree import ElementTree

    root = ElementTree.parse(write_export("junit", samples.hostile(), tmp_path)).getroot()
    assert {node.tag for node in root.iter()} == {"testsuites", "testsuite", "testcase", "failure"}
    assert "</script>" in "".join(node.get("message", "") for node in root.iter("failure"))


# --- GitHub


def unescape(data: str) -> str:
    """What the runner makes of a command's message."""
    return data.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands that the runner finds, by its rules: a trimmed line starts with `::`, or holds `##[`."""
    found = []
    for line in text.splitlines():
        assert "##[" not in line
        if match := re.match(r"::([a-z-]+)(?: (.*?))?::(.*)$", line.strip()):
            properties = dict(pair.partition("=")[::2] for pair in (match[2] or "").split(",") if pair)
            found.append((match[1], properties, unescape(match[3])))
    return found


def test_annotations_stand_on_the_students_lines():
    """One command for each finding, with file, line and column."""
    found = commands(GITHUB.render(shown(samples.results())))
    assert [command for command, _, _ in found] == ["notice", "error", "warning"]
    _, properties, message = found[1]
    assert properties == {"file": "starter/matmul.cu", "line": "41", "endLine": "41", "col": "9", "title": "data-race"}
    assert message.startswith("Thread (3,0) reads Bs[7][2]")
    assert "Help: is a __syncthreads() missing" in message


def test_hostile_text_forges_no_workflow_command():
    """Every line is one of ours, whatever the message holds."""
    text = GITHUB.render(shown(samples.hostile()))
    found = commands(text)
    assert len(found) == len(text.splitlines())
    assert {command for command, _, _ in found} == {"notice", "error"}
    assert all(set(properties) <= {"file", "line", "endLine", "col", "title"} for _, properties, _ in found)


def test_the_eleventh_error_is_not_lost():
    """GitHub drops what is over ten, so the tenth line tells of the rest."""
    findings = tuple(
        Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, line=line, message="race") for line in range(1, 26)
    )
    errors = [
        found for found in commands(GITHUB.render(shown(samples.results(findings=findings)))) if found[0] == "error"
    ]
    assert len(errors) == 10
    assert errors[-1][1]["title"] == "And 16 more"


def test_the_runner_gets_summary_and_outputs(tmp_path: Path):
    """Appended to the files named in the environment, once each."""
    environment = {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "GITHUB_OUTPUT": str(tmp_path / "output")}
    write_to_environment(shown(samples.results()), environment)
    outputs = dict(line.split("=", 1) for line in (tmp_path / "output").read_text().splitlines())
    assert (outputs["score"], outputs["max-score"], outputs["passed"]) == ("70", "100", "false")
    document = json.loads(base64.b64decode(outputs["result"]))
    assert (document["version"], document["status"], document["max_score"]) == (1, "fail", 100)
    assert sum(test["score"] for test in document["tests"]) == 70
    assert "70 of 100 points" in (tmp_path / "summary").read_text(encoding="utf-8")


# --- Markdown


def test_markdown_shows_hostile_text_as_text(tmp_path: Path):
    """No HTML, no mention, no fence broken open, no table row of the student's making."""
    text = write_export("markdown", samples.hostile(), tmp_path).read_text(encoding="utf-8")
    outside = re.sub(r"(?ms)^(`{3,})text\n.*?^\1$", "", text)
    assert not re.search(r"<(?!br>)", outside)
    assert "@everyone" not in outside
    assert not re.search(r"(?<!\\)`x", outside)
    table = [line for line in outside.splitlines() if line.startswith("| ")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} <= {4, 6}


def test_markdown_is_cut_before_githubs_limit():
    """A million findings' text must not lose the whole summary."""
    cases = tuple(samples.case(f"c{i}", Status.FAILED, 0, message="|" * 3000) for i in range(60))
    findings = tuple(Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, message="<" * 9000) for _ in range(100))
    text = MARKDOWN.render(shown(samples.results(cases=cases, findings=findings)))
    assert len(text.encode()) < 1 << 20


def test_a_fence_is_longer_than_any_in_the_text():
    """Printed backticks cannot close the block."""
    assert code_block("a\n````\nb").startswith("`````text\n")


# --- escaping


@pytest.mark.parametrize("text", ["=cmd()", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "＝1"])
def test_no_cell_starts_a_formula(text: str):
    """Spreadsheets run what starts with these signs, also after white space that they trim."""
    assert csv_cell(text)[0] not in "=+-@＝＋－＠\t\r\n "


def test_ordinary_names_stay_as_they_are():
    """Guarding must not change people's names."""
    for name in ("Ada Lovelace", "O'Neil-Smith", "José Ñandú", "李明", "d'Arc, Jeanne"):
        assert csv_cell(name) == name


def test_plain_text_shows_what_it_removed():
    """Terminal escapes, control characters and direction marks become a visible sign."""
    assert plain("\x1b[31mred\x1b[0m") == "�red�"
    assert plain("\u202egnp.exe\x00\x9b1m") == "�gnp.exe��1m"
    assert plain("a\r\nb\rc") == "a\nb\nc"
    assert plain("x" * 30, 10) == "x" * 10 + "\n[… 20 more characters]"
    assert one_line("a\n b\t c") == "a b c"


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_every_export_writes_utf8_with_unix_line_ends(name: str, tmp_path: Path):
    """The same bytes on every system."""
    data = write_export(name, samples.hostile(), tmp_path).read_bytes()
    assert b"\r" not in data
    data.decode("utf-8")
