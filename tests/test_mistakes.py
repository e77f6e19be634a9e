"""Every classic mistake is found: right kind, line and hint. Correct kernels in many styles are not accused."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from grader.grading.pipeline import Session
from grader.labs.matmul.config import ProductConfig
from grader.report.terminal import terminal_summary
from grader.results import Results, Status
from grader.selfcheck.standings import judge, read_mistake
from grader.submissions.submission import decode_submission, read_submission

ROOT = Path(__file__).parents[1]
MISTAKES = sorted((ROOT / "reference" / "mistakes").glob("*.cu"))
CORRECT = sorted((ROOT / "tests" / "kernels" / "correct").glob("*.cu"))


WHOLE_IN_EVERY_RUN = {
    "barrier-second-missing", "bounds-no-guard-a", "output-one-column", "resources-fixed-width", "flat_tiles",
}  # fmt: skip
"""Graded as students' kernels are; in the slow lane all of them."""
ONLY_AT_32 = {"resources-fixed-width"}


def sampled(paths: list[Path]) -> list[object]:
    """Every kernel at one tile width with a short sweep, and some as students' are graded."""
    marks = {path: [pytest.mark.slow] * (path.stem not in WHOLE_IN_EVERY_RUN) for path in paths}
    return [
        *(pytest.param(path, "light_grading", id=path.stem) for path in paths if path.stem not in ONLY_AT_32),
        *(pytest.param(path, "grading", id=f"{path.stem} whole", marks=marks[path]) for path in paths),
    ]


def test_there_are_mistakes_of_every_group() -> None:
    """At least 40, in the lesson's groups."""
    groups = {read_mistake(path, ProductConfig()).group for path in MISTAKES}
    assert len(MISTAKES) >= 40
    assert groups >= {
        "barriers", "boundaries", "indexing", "accumulation", "output", "resources", "tiling", "performance",
    }  # fmt: skip


@pytest.mark.parametrize(("path", "session"), sampled(MISTAKES))
def test_a_mistake_is_found_as_its_header_says_and_told_in_a_terminal(
    request: pytest.FixtureRequest, path: Path, session: str
) -> None:
    """The finding is of an expected kind, on a marked line, with the hint for it; the kernel does not pass."""
    graded = request.getfixturevalue(session).grade(read_submission(path))
    results = graded.with_explanations()
    verdict = judge(read_mistake(path, ProductConfig()), graded.results, results.findings)
    assert verdict.problem == ""
    if read_mistake(path, ProductConfig()).group != "performance":
        assert not results.passed
    it_fits_a_terminal_and_begins_with_what_to_fix(results)


def it_fits_a_terminal_and_begins_with_what_to_fix(results: Results) -> None:
    """At most 24 lines at 80 and at 100 columns, the report's path included; the first is the mistake's."""
    for width in (80, 100):
        console = Console(file=io.StringIO(), width=width)
        terminal_summary(results, console, previous=results)
        lines = console.file.getvalue().rstrip().splitlines()
        assert len(lines) + 1 <= 24, "\n".join(lines)
        assert "…" not in console.file.getvalue()
        assert lines[1].startswith("error: ") == bool(results.fix_first)


@pytest.mark.parametrize(("path", "session"), sampled(CORRECT))
def test_a_correct_kernel_gets_full_points_and_no_finding(
    request: pytest.FixtureRequest, path: Path, session: str
) -> None:
    """Whatever its style."""
    results = request.getfixturevalue(session).grade(read_submission(path)).results
    assert results.findings == ()
    assert (results.score, results.passed) == (100, True)


def test_the_reference_scores_100(grading: Session) -> None:
    """Every case at both widths, no finding."""
    results = grading.grade(read_submission(ROOT / "reference" / "tiled.cu")).results
    assert (results.score, results.max_score, results.passed, results.findings) == (100, 100, True, ())
    assert all(case.status is Status.PASSED for case in results.cases)
    assert results.performance is not None
    assert results.performance.traffic_ratio == 16


def test_the_skeleton_compiles_and_scores_low(grading: Session) -> None:
    """It is where students start."""
    results = grading.grade(read_submission(ROOT / "starter" / "matmul.cu")).results
    assert results.compile.ok
    assert results.score <= 10


@pytest.mark.parametrize("name", ["barrier-first-missing", "barrier-second-missing"])
def test_a_missing_barrier_is_a_race_at_34_whatever_the_numbers(grading: Session, name: str) -> None:
    """Both parties' lines are told, one of them the line that fills the tile."""
    results = grading.grade(
        read_submission(ROOT / "reference" / "mistakes" / f"{name}.cu"), cases="lesson-34-random"
    ).results
    races = [finding for finding in results.findings if finding.kind == "data-race"]
    source = results.submission.source.split("\n")
    assert races
    for race in races:
        assert race.other is not None
        lines = {source[race.line - 1].strip(), source[race.other.line - 1].strip()}
        assert any(line.startswith("sum +=") for line in lines)
        assert any(line.startswith(("As[ty][tx] =", "Bs[ty][tx] =")) for line in lines)


def test_a_renamed_naive_kernel_gets_no_tiling_points(grading: Session) -> None:
    """Right results, safe, and still not passed."""
    text = (ROOT / "reference" / "naive.cu").read_text(encoding="utf-8").replace("matmul_naive", "matmul_tiled")
    results = grading.grade(decode_submission(text.encode(), path=Path("matmul.cu"))).results
    points = {item.name: item.points for item in results.rubric}
    assert (points["correctness"], points["safety"], points["tiling"], points["performance"]) == (40, 20, 0, 0)
    assert not results.passed
