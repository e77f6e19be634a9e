"""Kernels that are right in every case and wrong elsewhere: a sweep over many shapes finds each."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment import Assignment, load_assignment
from grader.assignment.expressions import ExpressionError
from grader.cli import main
from grader.devices.base import (
    Compiled,
    DeviceCrash,
    DeviceError,
    DeviceFault,
    DeviceTimeout,
    Launch,
    Launched,
)
from grader.devices.cpu import EmulatorDevice
from grader.emulator.result import RunFinding
from grader.errors import UsageError
from grader.grading import shapes
from grader.grading.bench import Bench
from grader.grading.launching import StudentSource, student_request
from grader.grading.measuring import Counted, count_traffic
from grader.grading.pipeline import Session
from grader.grading.shapes import Budget, Effort, batch_effort, usual_effort
from grader.grading.sweep import ShapeSweep
from grader.report.page import html
from grader.report.redact import for_student
from grader.report.view import sweep_words
from grader.results import SWEEP, Results, Severity, Status, Visibility
from grader.submissions.submission import SubmissionFile, decode_submission
from tests.conftest import ROOT
from tests.lighter import lighter

TILED = (ROOT / "reference" / "tiled.cu").read_text(encoding="utf-8")
A_LOAD = "(row < M && a_col < K) ? A[row * K + a_col] : 0.0f"
STORE = "if (row < M && col < N)"
LAST_BARRIER = "__syncthreads();  // everyone has read"

FAULTS = {
    "one M": (STORE, "if (row < M && col < N && M != 77)"),
    "one shape": (STORE, "if (row < M && col < N && !(M == 40 && K == 50 && N == 60))"),
    "one tiny shape": (STORE, "if (row < M && col < N && !(M == 2 && N == 1))"),
    "one number of cells": (STORE, "if (row < M && col < N && M * N != 1150)"),
    "one sum of sizes": (STORE, "if (row < M && col < N && M + N != 90)"),
    "one square": (STORE, "if (row < M && col < N && !(M == N && N == K && M == TILE_WIDTH + 3))"),
    "one remainder of M": (STORE, "if (row < M - (M % TILE_WIDTH == 9) && col < N)"),
    "one remainder of K": ("a_col < K)", "a_col < K - (K % TILE_WIDTH == 6))"),
    "one remainder of N": (STORE, "if (row < M && col < N - (N % TILE_WIDTH == 10))"),
    "one remainder by another number": ("a_col < K)", "a_col < K - (K % 11 == 8))"),
    "one remainder, read outside": ("b_row < K && col < N)", "b_row < K + (K % TILE_WIDTH == 14) && col < N)"),
    "a K of two": ("a_col < K)", "a_col < K - (K == 2))"),
    "a row more than columns": (STORE, "if (row < M && col < N && M != N + 1)"),
    "K above a number": ("a_col < K)", "a_col < K && a_col < 400)"),
    "phases counted in a byte": ("int phases = (K", "unsigned char phases = (K"),
    "phases beyond a table": ("int a_col = p *", "int a_col = p % 11 *"),
    "blocks beyond the eighth": (STORE, "if (row < M && col < N && blockIdx.x < 8)"),
    "rows of blocks by one bit": (STORE, "if (row < M && col < N && !(blockIdx.y & 8))"),
    "columns in a byte": ("Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + col]",
                          "Bs[ty][tx] = (b_row < K && col < N) ? B[b_row * N + (col & 255)]"),
    "elements in two bytes": ("A[row * K + a_col]", "A[(row * K + a_col) & 65535]"),
    "no barrier after many phases": (LAST_BARRIER, f"if (p < 11) {LAST_BARRIER}"),
}  # fmt: skip

AT_BOTH_WIDTHS = {"one shape", "one remainder of K"}
"""Of the faults, those that every run grades as a student would; the slow lane has the others."""


def submission(text: str) -> SubmissionFile:
    """As a student hands it in."""
    return decode_submission(text.encode(), path=Path("matmul.cu"))


def changed(fault: str) -> str:
    """The reference with one fault."""
    old, new = FAULTS[fault]
    assert TILED.count(old) == 1, fault
    return TILED.replace(old, new)


def found_wrong(results: Results) -> list[str]:
    """What of a result is no part of the assignment's cases."""
    return [case.name for case in results.cases if case.family == SWEEP]


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[pytest.mark.slow] * (number % 3 != 0)) for number, fault in enumerate(FAULTS)]
)
def test_a_fault_that_no_case_shows_is_found(narrow: Session, fault: str):
    """It becomes a case, costs points, and its command shows it again."""
    results = narrow.grade(submission(changed(fault))).results
    assert all(case.status is Status.PASSED for case in results.cases if case.family != SWEEP)
    assert results.sweep is not None and results.sweep.counterexample in found_wrong(results)
    errors = [item for item in results.findings if item.severity is Severity.ERROR]
    assert any(results.sweep.counterexample in item.cases for item in errors)
    assert not results.passed and results.score < results.max_score
    again = narrow.grade(submission(changed(fault)), cases=results.sweep.counterexample).results
    assert [case.name for case in again.cases] == [results.sweep.counterexample]
    assert not again.passed


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[pytest.mark.slow] * (fault not in AT_BOTH_WIDTHS)) for fault in FAULTS]
)
def test_a_fault_that_is_found_passes_all_cases_at_both_widths(grading: Session, assignment: Assignment, fault: str):
    """All 48, and it is found there too."""
    results = grading.grade(submission(changed(fault))).results
    listed = [case for case in results.cases if case.family != SWEEP]
    assert len(listed) == len(assignment.cases()) == 48
    assert all(case.status is Status.PASSED for case in listed)
    assert found_wrong(results) and not results.passed


def test_the_reference_is_right_at_a_thousand_shapes(grading: Session):
    """The same ones each time, and nothing else of the result speaks of them."""
    results, again = (grading.grade(submission(TILED)).results for _ in range(2))
    assert results.sweep is not None and results.sweep == again.sweep
    assert results.sweep.shapes > 700 and results.sweep.tile_widths == (16, 32)
    assert not results.sweep.counterexample and not results.sweep.ended and not found_wrong(results)
    assert (results.score, results.findings) == (100, ())
    assert f"Right at {results.sweep.shapes:,} more shapes." in html(results)


@pytest.mark.parametrize(
    ("fault", "smallest"),
    [
        ("one M", "sweep-77x1x1"),
        ("one shape", "sweep-40x50x60"),
        ("K above a number", "sweep-1x401x1"),
        ("one remainder of K", "sweep-1x6x1"),
        ("a row more than columns", "sweep-2x1x1"),
    ],
)
def test_what_is_found_is_made_as_small_as_it_can_be(narrow: Session, fault: str, smallest: str):
    """Every size is the least at which the fault still shows, or close to it for what is drawn."""
    results = narrow.grade(submission(changed(fault))).results
    assert found_wrong(results) == [f"{smallest}@16"]


def test_a_shape_costs_as_one_more_family_would(grading: Session, assignment: Assignment):
    """At both widths all of it; the rest is scaled to what right results are worth."""
    results = grading.grade(submission(changed("one M"))).results
    assert found_wrong(results) == ["sweep-77x1x1@16", "sweep-77x1x1@32"]
    share = 1 / (1 + 1 / len(assignment.families))
    items = {item.name: item for item in results.rubric}
    assert items["correctness"].points == pytest.approx(40 * share, abs=0.01)
    assert items["tiling"].points == 30
    assert results.verdict.startswith("All 48 cases are right, but not every shape is")


@pytest.fixture(scope="module")
def narrow(assignment: Assignment) -> Iterator[Session]:
    """Grades at one tile width alone."""
    with Session(lighter(assignment, work=assignment.config.sweep.work), device="cpu", workers=1) as session:
        yield session


def test_less_work_tries_fewer_shapes_and_no_work_none(assignment: Assignment):
    """A batch does a sixth unless the assignment says otherwise."""
    config = assignment.config
    assert batch_effort(config).work * 6 == usual_effort(config).work
    for work, most in ((0, 0), (10, 20)):
        with Session(lighter(assignment, work=work), device="cpu", workers=1) as session:
            sweep = session.grade(submission(TILED)).results.sweep
        assert (sweep.shapes if sweep else 0) <= most and (sweep is None) == (work == 0)


def test_no_sweep_follows_a_kernel_with_a_fault_or_some_of_the_cases(narrow: Session):
    """There is something to mend already, or nobody asked for more."""
    assert narrow.grade(submission(TILED), cases="tall").results.sweep is None
    assert narrow.grade(submission(TILED.replace(LAST_BARRIER, "// "))).results.sweep is None


def test_any_shape_can_be_run_by_its_name(narrow: Session):
    """Within the limits on sizes; other names are none of the assignment's."""
    results = narrow.grade(submission(TILED), cases="sweep-5x70x3@16").results
    assert [case.sizes for case in results.cases] == [{"M": 5, "K": 70, "N": 3}]
    assert results.cases[0].reproduce.endswith(f"--case sweep-5x70x3@16 --seed {narrow.seed}")
    for name in ("sweep-5x70", "sweep-5x70x3@17", "sweep-5x70xN"):
        with pytest.raises(UsageError):
            narrow.grade(submission(TILED), cases=name)
    for name in ("sweep-0x1x1", "sweep-9999999x9999999x1"):
        with pytest.raises(ExpressionError):
            narrow.grade(submission(TILED), cases=name)


def copied(assignment: Assignment, folder: Path, reference: str, more: str = "") -> Path:
    """The assignment at one tile width with another reference, and more in its configuration."""
    unwanted = shutil.ignore_patterns("mistakes")
    for part in ("testcases", "reference", "starter"):
        shutil.copytree(assignment.root / part, folder / part, ignore=unwanted)
    text = (assignment.root / "config.yaml").read_text(encoding="utf-8").replace("[16, 32]", "[16]")
    (folder / "config.yaml").write_text(text + more, encoding="utf-8")
    (folder / "reference" / "tiled.cu").write_text(reference, encoding="utf-8")
    return folder


def test_a_shape_that_the_reference_gets_wrong_is_held_against_nobody(assignment: Assignment, tmp_path: Path):
    """Nobody asks for it; the reference itself is swept all the same."""
    folder = copied(assignment, tmp_path / "assignment", changed("one M"))
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        alike = session.grade(submission(changed("one M") + "// mine")).results
        itself = session.grade(submission(changed("one M"))).results
    assert alike.passed and not found_wrong(alike)
    assert not itself.passed and found_wrong(itself) == ["sweep-77x1x1@16"]


class Failing(EmulatorDevice):
    """Fails at many launches at once."""

    error: DeviceError = DeviceFault("broken inside")

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Never works."""
        raise self.error


class Dying(Failing):
    """Its child dies of them, though it can do each by itself."""

    error = DeviceCrash("out of memory")


def few(assignment: Assignment) -> Assignment:
    """At one tile width, with a short sweep."""
    return lighter(assignment, work=10)


def test_the_graders_own_fault_in_a_sweep_costs_no_points(assignment: Assignment):
    """It is told as one."""
    with Session(few(assignment), device="cpu", workers=1, open_device=Failing) as session:
        results = session.grade(submission(TILED)).results
    assert results.score == results.max_score == 100
    assert "broken inside" in (results.fault or "")


def test_launches_that_do_not_come_through_together_are_tried_one_by_one(assignment: Assignment):
    """What is right by itself is right."""
    with Session(few(assignment), device="cpu", workers=1, open_device=Dying) as session:
        results = session.grade(submission(TILED)).results
    assert results.passed and results.sweep is not None and results.sweep.shapes > 5


class Slow(EmulatorDevice):
    """It has no answer in time where there are more than 200 blocks."""

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """One launch."""
        if math.prod(launch.steps[0].grid) > 200:
            raise DeviceTimeout("no answer within 20 s")
        return super().launch(kernel, launch)

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Of several launches, all or none."""
        if any(math.prod(launch.steps[0].grid) > 200 for launch in launches):
            raise DeviceTimeout("no answer within 20 s")
        return super().glimpses(kernel, launches)


def test_a_kernel_that_is_slow_at_large_sizes_alone_loses_nothing(assignment: Assignment):
    """The cases say how slow a kernel may be; the sweep ends there and says so."""
    cases = few(assignment)
    with Session(cases, device="cpu", workers=1, open_device=Slow) as session:
        bench = bench_of(session)
        effort = Effort(usual_effort(assignment.config).work)
        swept = ShapeSweep(session.opened[0], bench, TILED, effort, Budget(1000)).run()
    assert swept.wrong is None and swept.shapes > 50 and swept.ended == "the kernel takes too long at larger sizes"


class Endless(EmulatorDevice):
    """Its kernels do not end where there are several rows of blocks."""

    asked = 0

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """One launch."""
        return self.glimpses(kernel, [launch])[0]

    def glimpses(self, kernel: Compiled, launches: Sequence[Launch]) -> Sequence[Launched]:
        """Of several launches each up to the first that does not end."""
        made = [*super().glimpses(kernel, launches)]
        ends = [launch.steps[0].grid[1] < 3 for launch in launches]
        Endless.asked += ends.count(False)
        endless = RunFinding(kind="timeout", line=20, column=0, file="")
        return [
            one if end else replace(one, finished=False, findings=(endless,))
            for one, end in zip(made, ends, strict=True)
        ]


def test_a_kernel_that_does_not_end_at_some_shape_is_not_run_at_smaller_ones_to_learn_where(assignment: Assignment):
    """Each such launch takes all the turns that its loops have."""
    with Session(few(assignment), device="cpu", workers=1, open_device=Endless) as session:
        effort = Effort(usual_effort(assignment.config).work)
        swept = ShapeSweep(session.opened[0], bench_of(session), TILED, effort, Budget(1000)).run()
    assert swept.wrong is not None and swept.wrong.status is Status.TIMEOUT
    assert Endless.asked == 2  # among others, and by itself


class Unanswering(EmulatorDevice):
    """It has no answer in time to anything."""

    def launch(self, kernel: Compiled, launch: Launch) -> Launched:
        """One launch."""
        raise DeviceTimeout("no answer within 20 s")


def test_a_count_that_takes_too_long_is_no_fault_of_the_kernel(assignment: Assignment):
    """Nothing is measured, and no loop is called endless; a note says why."""
    with Session(few(assignment), device="cpu", workers=1, open_device=Unanswering) as session:
        counted = count_traffic(session.opened[0], bench_of(session), (), profile=False)
    where = "M = 32, K = 32, N = 32"
    said = f"Loads could not be counted at {where}: that takes more than 20 seconds of processor time here."
    assert counted == Counted(notes=(said,))


def test_a_sweep_keeps_to_the_time_of_a_submission(assignment: Assignment):
    """It says that it ended early, and what was tried until then stands."""
    with Session(few(assignment), device="cpu", workers=1) as session:
        ticks = iter(range(1000))
        budget = Budget(3, clock=lambda: float(next(ticks)))
        swept = ShapeSweep(session.opened[0], bench_of(session), TILED, usual_effort(assignment.config), budget).run()
    assert 0 < swept.shapes < 100 and "time" in swept.ended and swept.wrong is None


def bench_of(session: Session) -> Bench:
    """The reference, compiled in a session."""
    opened = session.opened[0]
    device = session.emulators[0]
    kernel = device.compile(student_request(opened.assignment, StudentSource(text=TILED, filename="tiled.cu"), 16))
    return opened.bench(device, kernel)


def test_every_combination_is_tried_where_that_is_asked_for(assignment: Assignment):
    """And said, with the progress told on the way."""
    told: list[tuple[int, int, int]] = []
    effort = Effort(1_000_000, combinations=150)
    with Session(few(assignment), device="cpu", workers=1) as session:
        results = session.grade(
            submission(TILED), effort=lambda _: effort, on_sweep=lambda *seen: told.append(seen)
        ).results
    assert results.sweep is not None and results.sweep.side == 5 and results.sweep.shapes >= 125
    assert "every combination of sizes up to 5 among them" in sweep_words(results)
    assert told[-1] == (16, results.sweep.shapes, results.sweep.shapes)


def test_thorough_tries_every_combination_from_the_command_line(
    assignment: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Up to a size that it tells."""
    monkeypatch.setattr(shapes, "COMBINATIONS", 64)
    folder = copied(assignment, tmp_path / "assignment", TILED, "sweep: {work: 1}\n")
    kernel = str(folder / "reference" / "tiled.cu")
    assert main([kernel, "--assignment", str(folder), "--thorough", "--out", str(tmp_path / "out")]) == 0
    assert "every combination of sizes up to 4 among them" in capsys.readouterr().out


LABS = {
    "transpose": ("top + tx < rows", "top + tx < rows - (rows % TILE == 11)"),
    "vector_addition": ("if (i < n)", "if (i < n && n != 4321)"),
    "reduction": ("i < n ?", "i < n && n < 5000 ?"),
    "histogram": ("i < n;", "i < n - (n == 4321);"),
}


@pytest.mark.parametrize("lab", LABS)
def test_a_fault_at_some_sizes_of_a_lab_is_found(lab: str):
    """Where its cases show nothing."""
    assignment = load_assignment(ROOT / "labs" / lab)
    solution, (old, new) = assignment.text(assignment.config.reference), LABS[lab]
    assert old in solution
    with Session(lighter(assignment, work=assignment.config.sweep.work), device="cpu") as session:
        results = session.grade(submission(solution.replace(old, new, 1))).results
    assert all(case.status is Status.PASSED for case in results.cases if case.family != SWEEP)
    assert found_wrong(results) and not results.passed


@pytest.mark.parametrize("lab", ["scan", *(pytest.param(lab, marks=pytest.mark.slow) for lab in LABS)])
def test_the_solution_of_a_lab_is_right_at_many_sizes(lab: str):
    """Whatever its launch is."""
    assignment = load_assignment(ROOT / "labs" / lab)
    with Session(assignment, device="cpu") as session:
        results = session.grade(submission(assignment.text(assignment.config.reference))).results
    assert results.sweep is not None and results.sweep.shapes > 300 and results.passed


def test_nothing_of_hidden_cases_is_in_a_sweep(assignment: Assignment):
    """The same shapes are tried whether cases are hidden or not, and a student sees what was found."""
    families = {
        name: family.model_copy(update={"visibility": Visibility.HIDDEN})
        for name, family in assignment.families.items()
    }
    hidden = replace(few(assignment), families=families)
    with Session(few(assignment), device="cpu", workers=1) as session:
        seen = session.grade(submission(changed("a K of two"))).results
    with Session(hidden, device="cpu", workers=1) as session:
        results = for_student(session.grade(submission(changed("a K of two"))).results)
    assert results.sweep == seen.sweep and results.hidden == 24
    assert [case.name for case in results.cases] == found_wrong(seen) != []
