"""What a student gets tells nothing of a hidden case: not its name, its sizes, its values, nor where a fault was there.

Every known mistake is graded once, with hidden cases that run before and after the visible ones and show the same fault
at sizes of their own; then everything that is made for students is read.
"""

from __future__ import annotations

import io
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from grader.assignment import load_assignment
from grader.cli import main
from grader.grading.pipeline import Session
from grader.report.add_sentences import element, message, worded
from grader.report.causes import in_words
from grader.report.exports import EXPORTS, write_export
from grader.report.exports.course_systems import gradescope_document
from grader.report.page import html
from grader.report.redact import HIDDEN_FIRST, for_student
from grader.report.terminal import terminal_summary
from grader.results import (
    Case,
    Cell,
    Explanation,
    Finding,
    Kind,
    Occurrence,
    Requirement,
    Results,
    Severity,
    Status,
    Visibility,
)
from grader.submissions.submission import read_submission
from tests.exports import samples
from tests.exports.samples import shown
from tests.products import ProductShape

ROOT = Path(__file__).parents[2]
MISTAKES = [
    path
    for path in sorted((ROOT / "reference" / "mistakes").glob("*.cu"))
    if path.stem != "resources-fixed-width"  # right at the one tile width of this lab
]
SAMPLE = {
    "index-a-stride", "index-c-stride", "bounds-no-guard-c", "bounds-floor-division", "bounds-no-zero-fill",
    "barrier-second-missing", "barrier-early-return", "output-into-a", "output-same-tile", "sum-restarts",
    "resources-endless-loop",
}  # fmt: skip
"""Wrong results and every checker; all mistakes run in the slow lane."""

FAMILIES = {
    "a-first": ("hidden", 1, "{name: zebra, M: 35, K: 19, N: 47}"),
    "b-open": (
        "visible",
        2,
        "{name: open-square, M: 32, K: 32, N: 32}, {name: open-wide, M: 17, K: 33, N: 50}, "
        "{name: open-ones, M: 34, K: 34, N: 34, inputs: ones_twos}",
    ),
    "c-last": ("after_due_date", 3, "{name: okapi, M: 53, K: 37, N: 29}, {name: quagga, M: 64, K: 16, N: 48}"),
}
NAMES = ("zebra", "okapi", "quagga")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab with three families of its own, two of them hidden."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "reference", root / "reference", ignore=shutil.ignore_patterns("mistakes"))
    (root / "testcases").mkdir()
    for name, (visibility, order, cases) in FAMILIES.items():
        text = f"title: A\nreason: Because.\npoints: 20\norder: {order}\nvisibility: {visibility}\ncases: [{cases}]\n"
        (root / "testcases" / f"{name}.yaml").write_text(text, encoding="utf-8")
    config = (ROOT / "config.yaml").read_text(encoding="utf-8").replace("widths: [16, 32]", "widths: [16]")
    (root / "config.yaml").write_text(config, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def session(folder: Path) -> Iterator[Session]:
    """Grades with it."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        yield session


def hidden_cases(results: Results) -> list[Case]:
    """The cases that a student may not see."""
    return [case for case in results.cases if case.visibility.hides]


def told_by(results: Results, cases: list[Case]) -> set[str]:
    """Every sentence, place and value that comes of some cases."""
    names = {case.name for case in cases}
    texts: set[str] = set()
    for finding in results.findings:
        for seen in finding.occurrences:
            if seen.case in names:
                texts |= {message(finding, seen, results.words), element(finding.array, seen, results.words) or ""}
                texts.add(f"Thread {seen.thread} of block {seen.block}")
    for case in cases:
        shape = ProductShape.of(case.sizes)
        texts |= {
            f"{shape.M}×{shape.K}",
            f"{shape.K}×{shape.N}",
            f"{shape.M}×{shape.N}",
            f"{shape.M}×{shape.K}×{shape.N}",
        }
        texts |= {f'"M":{shape.M},"K":{shape.K},"N":{shape.N}', f"{shape.M * shape.N:,} cells"}
        texts.add(in_words(case.explanations))
        texts |= {results.words.cell(cell.index) for cell in (case.first, case.worst) if cell}
        for cell in case.map.samples if case.map else ():
            texts |= {repr(value) for value in (cell.got, cell.expected) if len(repr(value)) > 9}
    return texts - {""}


def given_to_a_student(results: Results, out: Path) -> dict[str, str]:
    """Everything that is made of these results for the one who handed the kernel in, by what it is."""
    student = for_student(results)
    screen = io.StringIO()
    terminal_summary(student, Console(file=screen, width=400))
    texts = {"results.json": student.to_json(), "compact": student.model_dump_json(), "page": html(student)}
    texts["terminal"] = screen.getvalue()
    texts |= {name: write_export(name, results, out).read_text(encoding="utf-8") for name in EXPORTS}
    document = gradescope_document(shown(results))  # the platform keeps hidden tests to itself
    document["tests"] = [test for test in document["tests"] if test["visibility"] == "visible"]
    texts["gradescope"] = json.dumps(document, ensure_ascii=False)
    return texts


def leaks(results: Results, texts: dict[str, str]) -> list[str]:
    """What of the hidden cases stands in the texts and does not come of a visible case as well."""
    hidden = hidden_cases(results)
    open_cases = [case for case in results.cases if case not in hidden]
    secret = told_by(results, hidden) - told_by(results, open_cases) | set(NAMES)
    cells = {results.words.cell(cell.index) for case in open_cases if case.map for cell in case.map.samples}
    known = " ".join(told_by(results, open_cases) | cells)
    return [
        f"{name}: {text}" for name, whole in texts.items() for text in secret if text in whole and text not in known
    ]


def cells_of(seen: Occurrence) -> dict[str, Cell | None]:
    """The cells that a finding names."""
    return {"first": seen.first, "worst": seen.worst}


def scrambled(results: Results) -> Results:
    """The same results, had other hidden cases shown the same faults: other names, sizes, values and places."""
    rng = random.Random(1)
    renamed = {case.name: f"other-{number}@16" for number, case in enumerate(hidden_cases(results))}

    def place() -> tuple[int, int, int]:
        return (rng.randrange(100, 900), rng.randrange(100, 900), 0)

    def other(seen: Occurrence) -> Occurrence:
        if seen.case not in renamed:
            return seen
        moved = seen.other and seen.other.model_copy(update={"thread": place(), "block": place()})
        wrong = {"index": (700, 701), "got": 1234.5, "expected": 5432.1}
        cells = {name: cell and cell.model_copy(update=wrong) for name, cell in cells_of(seen).items()}
        facts = {"thread": place(), "block": place(), "other": moved, "index": (777,) * len(seen.index), **cells}
        sizes = {
            "case": renamed[seen.case],
            "extent": (901, 902),
            "sizes": {"M": 901, "K": 902, "N": 903},
            "count": 987,
        }
        return seen.model_copy(update={**facts, **sizes, "explanations": (Explanation(name="last-corner"),)})

    def another(finding: Finding) -> Finding:
        cases = tuple(renamed.get(name, name) for name in finding.cases)
        return finding.model_copy(update={"cases": cases, "occurrences": tuple(map(other, finding.occurrences))})

    cases = tuple(
        case.model_copy(update={"name": renamed[case.name], "sizes": {"M": 901, "K": 902, "N": 903}, "map": None})
        if case.name in renamed else case
        for case in results.cases
    )  # fmt: skip
    return worded(
        results.model_copy(update={"cases": cases, "findings": tuple(another(item) for item in results.findings)})
    )


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[] if path.stem in SAMPLE else [pytest.mark.slow]) for path in MISTAKES],
)
def test_nothing_that_a_student_gets_tells_of_a_hidden_case(session: Session, path: Path, tmp_path: Path) -> None:
    """Whatever the mistake: page, results.json, exports and terminal; and with other hidden facts they are the same."""
    results = session.grade(read_submission(path)).results
    assert results.findings
    assert leaks(results, given_to_a_student(results, tmp_path)) == []
    if any(case not in hidden_cases(results) and case.status is Status.FAILED for case in results.cases):
        assert for_student(results).recordings == results.recordings  # it is their fault that is recorded
    recordings = {"recordings": tuple(item for item in results.recordings if item.case.partition("@")[0] not in NAMES)}
    shown = results.model_copy(update=recordings)
    assert for_student(scrambled(shown)) == for_student(shown)


def test_a_students_folder_of_a_batch_tells_nothing_of_a_hidden_case(folder: Path, tmp_path: Path) -> None:
    """Its page and its results.json, for a kernel whose first fault a hidden case shows first."""
    handed_in = tmp_path / "handed-in" / "ada"
    handed_in.mkdir(parents=True)
    shutil.copy(ROOT / "reference" / "mistakes" / "index-a-stride.cu", handed_in / "matmul.cu")
    out = tmp_path / "out"
    options = ["--assignment", str(folder), "--out", str(out), "--jobs", "1", "--seed", "2026", "--quiet"]
    assert main(["batch", str(handed_in.parent), *options]) == 0
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        results = session.grade(read_submission(handed_in / "matmul.cu")).with_explanations()
    assert hidden_cases(results)[0].name == results.findings[0].cases[0]
    files = [path for path in (out / "ada").rglob("*") if path.suffix in (".html", ".json", ".md")]
    assert {path.name for path in files} >= {"index.html", "results.json"}
    assert leaks(results, {path.name: path.read_text(encoding="utf-8") for path in files}) == []


# --- results made by hand


def seen_in(case: str, **facts: object) -> Occurrence:
    """An access to A in one case."""
    facts = {"thread": (1, 2, 0), "block": (0, 0, 0), "index": (9,), "offset": 36, "extent": (3, 3), **facts}
    return Occurrence(case=case, **facts)  # type: ignore[arg-type]


def outside(*occurrences: Occurrence) -> Finding:
    """Reads past the end of A."""
    return Finding(
        kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=7, access="read", space="global", array="A",
        cases=tuple(str(seen.case) for seen in occurrences), occurrences=occurrences, hint="Guard it.",
    )  # fmt: skip


def results_with(*findings: Finding) -> Results:
    """One visible and one hidden case."""
    cases = (samples.case("open"), samples.case("secret", visibility=Visibility.HIDDEN))
    return worded(samples.results(cases=cases, findings=findings))


def test_a_finding_that_a_hidden_case_shows_first_is_told_as_the_visible_one_shows_it() -> None:
    """Thread, block, element, size and count are those of the visible case."""
    found = outside(seen_in("secret", index=(665,), extent=(35, 19), count=50), seen_in("open", count=4))
    (shown,) = for_student(results_with(found)).findings
    assert (
        shown.message
        == "Thread (1,2) of block (0,0) reads A[9], past the end of A (A is 3×3: 9 elements, numbered from 0)."
    )
    assert (shown.case, shown.cases, shown.count, shown.object, shown.address) == ("open", ("open",), 4, "A[9]", 36)


def test_what_to_fix_first_is_a_finding_that_the_student_sees() -> None:
    """The gravest may be one of hidden cases alone; only where there is no other does the page say so."""
    hidden, both = outside(seen_in("secret")), outside(seen_in("open")).model_copy(update={"line": 9})
    assert for_student(results_with(hidden, both)).fix_first.startswith(
        "Line 9: Thread (1,2) of block (0,0) reads A[9]"
    )
    assert for_student(results_with(hidden)).fix_first == HIDDEN_FIRST


def test_the_time_of_hidden_cases_is_not_told() -> None:
    """A kernel can wait as long as a number says that it reads."""
    cases = (
        samples.case("open").model_copy(update={"seconds": 0.25}),
        samples.case("secret", visibility=Visibility.HIDDEN).model_copy(update={"seconds": 3.5}),
    )
    results = samples.results(cases=cases).model_copy(update={"seconds": 5.0})
    assert for_student(results).seconds == results.compile.seconds + 0.25


def test_a_rule_that_only_hidden_cases_break_names_no_place() -> None:
    """It stays broken, for the score counts it."""
    broken = Requirement(name="in bounds", status=Status.FAILED, message="")
    results = results_with(outside(seen_in("secret", index=(665,)))).model_copy(update={"requirements": (broken,)})
    assert "A[665]" in worded(results).requirements[0].message
    (shown,) = for_student(worded(results)).requirements
    assert "hidden case" in shown.message
    assert "665" not in shown.message


def test_a_finding_without_its_occurrences_says_what_it_is_and_no_more() -> None:
    """Nobody knows which case its sentence tells of."""
    old = Finding(
        kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=7, case="secret", cases=("secret", "open"), count=9,
        message="Thread (3,4) of block (5,6) reads A[665], past the end of A (A is 35×19).",
        thread=(3, 4, 0), block=(5, 6, 0), object="A[665]", address=2660,
    )  # fmt: skip
    results = Results.from_json(results_with(old).to_json())
    (shown,) = for_student(results).findings
    assert shown.message == "Out of bounds"
    assert (shown.thread, shown.block, shown.object, shown.address, shown.count) == (None, None, None, None, 1)


def test_wording_twice_changes_nothing(session: Session) -> None:
    """So results that were read from a file can be worded again, whatever was taken out of them."""
    results = session.grade(read_submission(ROOT / "reference" / "mistakes" / "sum-restarts.cu")).results
    assert worded(results) == results
    assert worded(Results.from_json(results.to_json())) == Results.from_json(results.to_json())
