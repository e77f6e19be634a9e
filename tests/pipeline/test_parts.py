"""An assignment that asks for several kernels: one file, one score, one row; each part by itself."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grader.assignment import Assignment, AssignmentError, load_assignment
from grader.batch.gradebook import graded_row
from grader.batch.job import named
from grader.batch.store import fingerprint, worth_of
from grader.courses.packages import published_assignment
from grader.errors import UsageError
from grader.grading.pipeline import Session
from grader.grading.rubric import rescored
from grader.report.exports.course_systems import GRADESCOPE, classroom_document
from grader.report.exports.tools import GITHUB, JUNIT, MARKDOWN
from grader.report.page import html
from grader.report.redact import for_student
from grader.results import Kind, Results, Severity
from grader.submissions import Collected, Student, wanted_by
from grader.submissions.submission import SubmissionFile, decode_submission
from tests.exports.samples import shown

CONFIG = """\
lab: generic
assignment: Two small kernels
submission: starter/two.cu
sizes: [n]
launch: {block: [32], grid: ["ceildiv(n, 32)"]}
sweep: {work: 0, batch_work: 0}
buffers:
  x: {in: [n]}
  y: {out: [n]}
parts:
  twice:
    title: Doubled
    kernel: twice
    parameters: [x, y, n]
    points: {correctness: 30, safety: 10}
  square:
    kernel: square
    parameters: [n, x, y]
    points: {correctness: 60}
"""
TWICE = """\
__global__ void twice(const float *x, float *y, int n) {
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}
"""
SQUARE = """\
__global__ void square(int n, const float *x, float *y) {
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i];
}
"""
ORACLE = """\
def expected(inputs, sizes):
    return {"y": inputs["x"].astype(float) * FACTOR}
"""
FEW = "title: Few\nreason: Fewer than threads.\ncases: [{name: few, n: 5}, {name: whole, n: 64}]\n"
ODD = "title: Odd\nreason: One more than threads.\nvisibility: hidden\ncases: [{name: odd, n: 33}]\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two parts; the cases of `few` are both's, those of `odd` the second one's, and hidden."""
    root = tmp_path_factory.mktemp("two")
    for name in ("starter", "reference", "testcases/square"):
        (root / name).mkdir(parents=True)
    (root / "config.yaml").write_text(
        CONFIG.replace("parameters: [n, x, y]", "parameters: [n, x, y]\n    oracle: reference/squares.py")
    )
    (root / "testcases" / "lengths.yaml").write_text(FEW)
    (root / "testcases" / "square" / "odd.yaml").write_text(ODD)
    (root / "starter" / "two.cu").write_text("// Two kernels: twice and square.\n")
    (root / "reference" / "baseline.cu").write_text(TWICE)
    (root / "reference" / "solution.cu").write_text(TWICE + SQUARE)
    (root / "reference" / "oracle.py").write_text(ORACLE.replace("FACTOR", "2"))
    (root / "reference" / "squares.py").write_text(ORACLE.replace("FACTOR", 'inputs["x"]'))
    return root


@pytest.fixture(scope="module")
def assignment(folder: Path) -> Assignment:
    """As it is loaded."""
    return load_assignment(folder)


@pytest.fixture(scope="module")
def session(assignment: Assignment) -> Iterator[Session]:
    """One for all."""
    with Session(assignment, device="cpu", workers=1) as opened:
        yield opened


def submission(text: str) -> SubmissionFile:
    """A file with this text."""
    return decode_submission(text.encode(), path=Path("two.cu"))


@pytest.fixture(scope="module")
def faulty(session: Session) -> Results:
    """The first kernel right, the second one without its guard: only cases that leave a part of a block show it."""
    return session.grade(submission(TWICE + SQUARE.replace("if (i < n)", "if (i < n + 1)"))).results


def scores(results: Results) -> dict[str, float]:
    """Points by the names of the rubric's items."""
    return {item.name: item.points for item in results.rubric}


def test_each_part_earns_its_own_points(session: Session) -> None:
    """The score is their sum."""
    results = session.grade(submission(TWICE + SQUARE)).results
    assert scores(results) == {"twice/correctness": 30, "twice/safety": 10, "square/correctness": 60}
    assert (results.score, results.max_score, results.passed) == (100, 100, True)
    assert results.verdict == "Everything passes: 100 of 100 points."
    assert [part.title for part in results.parts] == ["Doubled", "Square"]
    assert [case.name for case in results.cases] == [
        "twice/few", "twice/whole", "square/few", "square/whole", "square/odd",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("second", "kind", "line"),
    [
        ("", Kind.MISSING_KERNEL, 0),
        (SQUARE.replace("square", "squares"), Kind.MISSING_KERNEL, 6),
        (SQUARE.replace("x[i];", "x[i]"), Kind.COMPILE_ERROR, 9),
        (SQUARE.replace("    if (i < n)\n", "    while (i >= 0)\n"), Kind.TIMEOUT, 8),
    ],
    ids=["missing", "misnamed", "does-not-compile", "never-ends"],
)
def test_what_is_wrong_in_one_part_costs_the_other_nothing(
    assignment: Assignment, second: str, kind: Kind, line: int
) -> None:
    """The kernels are compiled apart, and each has its own time."""
    brief = assignment.configured(limits=assignment.config.limits.model_copy(update={"fuel": 10_000}))
    with Session(brief, device="cpu", workers=1) as session:
        results = session.grade(submission(TWICE + second)).results
    assert scores(results) == {"twice/correctness": 30, "twice/safety": 10, "square/correctness": 0}
    assert results.verdict.startswith("Doubled: everything passes; Square: ")
    found = [finding for finding in results.findings if finding.severity is Severity.ERROR]
    assert (found[0].kind, found[0].line) == (kind, line)


def test_a_part_is_asked_for_by_its_name(assignment: Assignment) -> None:
    """Without a name it is the first."""
    assert assignment.unit().part == "twice"
    assert assignment.unit("square").config.kernel == "square"
    with pytest.raises(UsageError, match="no part is named 'cube'; the parts are twice, square"):
        assignment.unit("cube")


def test_a_missing_kernel_is_told_with_those_that_are_there(session: Session) -> None:
    """The other part's is no near miss."""
    results = session.grade(submission(TWICE)).results
    assert "no kernel named square: the file has twice" in results.fix_first
    assert "The kernel must be named square." in results.fix_first


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("few", ["twice/few", "square/few"]),
        ("square/few", ["square/few"]),
        ("square/*", ["square/few", "square/whole", "square/odd"]),
        ("odd@1", ["square/odd"]),
        ("square/sweep-7", ["square/sweep-7"]),
    ],
)
def test_cases_are_chosen_by_their_names_with_and_without_the_part(
    session: Session, pattern: str, names: list[str]
) -> None:
    """As the report prints them."""
    results = session.grade(submission(TWICE + SQUARE), cases=pattern).results
    assert [case.name for case in results.cases] == names
    assert all(f"--case {case.name} " in case.reproduce for case in results.cases)


def test_a_case_of_no_part_is_told_with_those_there_are(session: Session) -> None:
    """Names with their parts."""
    with pytest.raises(UsageError, match="'twice/odd'; the cases are twice/few, twice/whole, square/few"):
        session.grade(submission(TWICE), cases="twice/odd")


def test_a_family_that_one_part_hides_hides_nothing_of_the_other(faulty: Results) -> None:
    """What the hidden case alone shows is gone, on the page as well; the score still counts it."""
    seen = for_student(faulty)
    assert seen.hidden == 1
    assert [case.name for case in seen.cases] == ["twice/few", "twice/whole", "square/few", "square/whole"]
    assert seen.score == faulty.score
    for text in (
        html(seen),
        seen.to_json(),
        JUNIT.render(shown(faulty)),
        MARKDOWN.render(shown(faulty)),
        GITHUB.render(shown(faulty)),
    ):
        assert "odd" not in text
    assert seen.parts[0] == faulty.parts[0]


def test_results_of_parts_are_read_back_as_they_were(faulty: Results) -> None:
    """The text of the submission stands in them once."""
    text = faulty.to_json()
    assert Results.from_json(text).to_json() == text
    assert text.count("if (i < n + 1)") == 1
    assert faulty.sections[1].submission.source == faulty.submission.source


def test_points_are_counted_again_for_each_part(faulty: Results, assignment: Assignment) -> None:
    """With what its items are worth now."""
    assert rescored(faulty, assignment) == faulty
    config = assignment.parts[1].config
    dearer = config.model_copy(update={"points": config.points.model_copy(update={"correctness": 120})})
    parts = (assignment.parts[0], replace(assignment.parts[1], config=dearer))
    whole = replace(assignment, parts=parts)
    again = rescored(faulty, whole)
    assert again.max_score == 160
    assert again.parts[0] == faulty.parts[0]
    assert worth_of(whole) != worth_of(assignment)
    assert fingerprint(whole, device="cpu", seed=1) == fingerprint(assignment, device="cpu", seed=1)


def test_a_class_has_one_row_a_student_and_a_column_an_item(faulty: Results) -> None:
    """Items by their part."""
    found = Collected(student=Student(name="Ada"), origin="ada.cu", submission=submission(TWICE))
    row = graded_row(found, "ada", faulty)
    assert [item.name for item in row.rubric] == ["twice/correctness", "twice/safety", "square/correctness"]
    assert (row.score, row.max_score) == (faulty.score, 100)
    assert "square/few" in row.by_label


def test_every_export_adds_up_to_the_score(faulty: Results) -> None:
    """And names the part wherever it names a case."""
    document = json.loads(GRADESCOPE.render(shown(faulty)))
    assert sum(test["max_score"] for test in document["tests"]) == pytest.approx(100, abs=0.01)
    assert sum(test["score"] for test in document["tests"]) == pytest.approx(faulty.score, abs=0.01)
    names = [case.get("name") for case in ElementTree.fromstring(JUNIT.render(shown(faulty))).iter("testcase")]
    assert "square/few" in names
    assert [test["name"] for test in classroom_document(shown(faulty))["tests"]] == [
        "Doubled: Right results", "Doubled: Safe in any order of threads", "Square: Right results",
    ]  # fmt: skip
    assert "### Cases: Doubled" in MARKDOWN.render(shown(faulty))


def test_the_page_has_the_file_once_and_the_cases_of_each_part(faulty: Results) -> None:
    """Every place on it has a name of its own."""
    page = html(faulty)
    assert page.count('id="code"') == 1
    assert "Cases: Doubled" in page and "Cases: Square" in page
    ids = [piece.split('"')[0] for piece in page.split(' id="')[1:]]
    assert len(set(ids)) == len(ids)


def test_a_kept_result_is_named_in_all_its_parts(faulty: Results) -> None:
    """The commands that repeat a case name the student's file."""
    mine = named(faulty, "Ada", "ada.cu")
    assert (mine.submission.student, mine.submission.path) == ("Ada", "ada.cu")
    for results in (mine, *mine.sections):
        assert all(case.reproduce.startswith("python -m grader ada.cu --case ") for case in results.cases)


def test_files_are_found_by_any_part_and_the_solution_stays_at_home(assignment: Assignment, folder: Path) -> None:
    """What students' code runs beside has cases, baselines and oracles of all parts."""
    assert wanted_by(assignment).kernels == ("twice", "square")
    files = published_assignment(folder)
    assert {
        "testcases/lengths.yaml",
        "testcases/square/odd.yaml",
        "reference/oracle.py",
        "reference/squares.py",
    } <= set(files)
    assert "reference/solution.cu" not in files


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  square:\n", "  ..:\n", r"config\.yaml:16: parts\.\.\.: a part's name has letters"),
        ("  square:\n", "  a/b:\n", r"config\.yaml:16: parts\.a/b: a part's name has letters"),
        ("  square:\n", "  twice:\n", r"config\.yaml:16: parts\.twice: is given twice"),
        (
            "    kernel: square\n",
            "    kernle: square\n",
            r"config\.yaml:17: parts\.square\.kernle: unknown key; did you",
        ),
        ("    kernel: square\n", "", r"config\.yaml:16: parts\.square"),
        (
            "    kernel: square\n",
            "    kernel: square\n    seed: 7\n",
            r"config\.yaml:18: parts\.square\.seed: all parts",
        ),
        ("[n, x, y]", "[m, x, y]", r"config\.yaml:18: parts\.square\.parameters\[0\]: 'm' has no value here"),
        ("{correctness: 60}", "{correctness: no}", r"parts\.square\.points\.correctness: expected a number"),
        ("    points: {correctness: 60}\n", "", r"parts\.square\.points: is missing"),
        ("    title: Doubled\n", "    title: [a]\n", r"config\.yaml:12: parts\.twice\.title: expected text"),
        ("sizes: [n]", "sizes: [m]", r"testcases/lengths\.yaml:3: cases\[0\]\.n: unknown key; the sizes are m"),
        ("parts:\n", "points: {correctness: 5}\nparts:\n", r"config\.yaml:10: points: each part has points of its own"),
        (CONFIG[CONFIG.index("  square:") :], "", r"config\.yaml:10: parts: expected from 2 to 16 parts"),
        (CONFIG[CONFIG.index("parts:") :], "parts: 7\n", r"config\.yaml:10: parts: expected from 2 to 16 parts"),
        (CONFIG[CONFIG.index("  square:") :], "  square: 7\n", r"config\.yaml:16: parts\.square: expected keys"),
    ],
)
def test_a_mistake_in_the_parts_is_told_with_its_place(
    folder: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    """File, line, and the way to the key, through its part where it stands in one."""
    spoilt = Path(shutil.copytree(folder, tmp_path / "spoilt"))
    assert old in CONFIG
    (spoilt / "config.yaml").write_text(CONFIG.replace(old, new, 1))
    with pytest.raises(AssignmentError, match=message):
        load_assignment(spoilt)


def test_cases_that_no_part_reads_are_told(folder: Path, tmp_path: Path) -> None:
    """A folder of another name, and a family that all parts have already."""
    spoilt = Path(shutil.copytree(folder, tmp_path / "spoilt"))
    (spoilt / "testcases" / "cube").mkdir()
    (spoilt / "testcases" / "square" / "lengths.yaml").write_text(FEW)
    with pytest.raises(AssignmentError) as caught:
        load_assignment(spoilt)
    told = [str(problem) for problem in caught.value.problems]
    assert "testcases/cube: no part has this name: they are twice, square" in told
    assert any(
        line.startswith("testcases/square/lengths.yaml: testcases/lengths.yaml is a family of all parts")
        for line in told
    )


def test_what_all_parts_have_in_common_is_wrong_once(folder: Path, tmp_path: Path) -> None:
    """Not once a part."""
    spoilt = Path(shutil.copytree(folder, tmp_path / "spoilt"))
    (spoilt / "config.yaml").write_text(CONFIG.replace("x: {in: [n]}", "x: {in: [n], elements: int}"))
    with pytest.raises(AssignmentError) as caught:
        load_assignment(spoilt)
    assert len(caught.value.problems) == 1
