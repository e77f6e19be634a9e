"""A proved cause is told: its line first, then step by step as far as the assignment allows."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.causes.truth import KERNELS
from grader.assignment import Assignment
from grader.edits import syntax
from grader.edits.change import Change, Edit
from grader.edits.grammar import edits_of
from grader.grading import shapes
from grader.grading.lane import Attempt, LaneSteps, run_lane
from grader.grading.launching import StudentSource
from grader.grading.opened import OpenAssignment
from grader.grading.shapes import UNLIMITED
from grader.report.causes import first_words, in_words, steps
from grader.results import (
    Cause,
    Cell,
    EditedLine,
    Explanation,
    Finding,
    Kind,
    Occurrence,
    Results,
    Severity,
    Submission,
)
from grader.search import agreeing, as_far_as, find_cause
from grader.search.cause import (
    MOST_CONFIRMED,
    MOST_CONFIRMED_IN_ALL,
    MOST_SECOND_ROUNDS,
    NEAR_ROUNDS,
    Diagnosis,
    _SecondSearch,
)
from grader.search.edited import in_context
from grader.search.explaining import explain
from grader.search.remaining import Mended
from grader.search.telling import changed_lines, line_before
from grader.submissions.submission import read_submission
from grader.words.tables import edit_kinds
from tests.search.kernels import TILED, changed
from tests.search.local import LocalEmulator

ROOT = Path(__file__).parents[2]
FAMILIES = (
    "comparison", "logic", "another variable", "names exchanged", "other axis", "another number", "one more or less",
    "operator", "operands exchanged", "indices exchanged", "arguments exchanged", "term dropped", "term added",
    "factor dropped", "factor added", "rounded up", "condition dropped", "condition added", "another condition",
    "guard replaced", "guard added", "guard dropped", "guard moved", "guard split", "zero fill", "value zero",
    "cast dropped", "barrier", "barrier added", "barriers added", "barrier dropped", "barrier moved",
    "barrier moved out", "call", "shared added", "shared dropped", "another type", "another size", "width follows",
    "parameters reordered", "value set", "declaration moved", "statement dropped", "statement moved", "another step",
    "comparison meant", "empty body", "passed by value", "statement added",
    "step added", "other buffer", "another function", "expression borrowed", "sign missing",
    "semicolon missing", "name misspelled", "result dropped", "values exchanged", "lanes kept away", "bits dropped",
    "shuffle direction", "whole division", "remainder", "row length", "atomic added", "atomic dropped", "else added",
    "pointer missing", "declared inside", "brace missing", "comparison too strict", "comparison too wide",
    "one too small", "one too large", "counter too small", "counter too large", "step too short", "step too long",
    "macro arguments", "macro whole", "rows missing",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search ends where nobody would wait any longer; what it finds until then is not asked here."""
    monkeypatch.setattr(shapes, "PATIENCE", 1000)


def cause_of(assignment: Assignment, text: str) -> Cause | None:
    """The cause of a text graded on a few cases of one tile width."""
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    lane = run_lane(opened, device, source, 16, cases, LaneSteps(main=True))
    return find_cause(Attempt(opened, source, (lane,)), [device])


def test_what_one_of_two_mistakes_leaves_is_seen_with_the_other_one_mended(assignment):
    """Told by its line in the text that was handed in; nothing where the change makes more elements wrong."""
    text = changed(TILED, "        __syncthreads();\n        for", "        for").replace("rr < K && c < N", "c < N")
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    attempt = Attempt(opened, source, (run_lane(opened, device, source, 16, cases, LaneSteps(main=True)),))
    behind = text.index("        for (int i")
    waits = Edit(kind="barrier added", line=18, cost=1, changes=(Change(behind, behind, "        __syncthreads();\n"),))
    left = Mended(attempt, device, waits).remaining()
    assert left is not None and (left.kind, left.line) == (Kind.OUT_OF_BOUNDS, 17)
    assert text.split("\n")[left.line - 1].lstrip().startswith("tileR[y][x] = ")
    worse = Edit(kind="", line=18, cost=1, changes=(Change(text.index("acc +="), text.index("acc +=") + 6, "acc -="),))
    assert Mended(attempt, device, worse).remaining() is None


def test_an_edit_that_makes_wrong_what_was_right_mends_no_mistake(assignment):
    """What is wrong afterwards is no second mistake, then."""
    text = changed(TILED, "= acc;", "= acc + (r == 0);")
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    cases = [case for case in assignment.cases() if case.tile_width == 16]
    attempt = Attempt(opened, source, (run_lane(opened, device, source, 16, cases, LaneSteps(main=True)),))
    at = text.index("r == 0")
    other, right = (Edit(kind="", line=17, cost=1, changes=(Change(at, at + 6, put),)) for put in ("r == 1", "false"))
    assert [Mended(attempt, device, edit).spoils for edit in (other, right)] == [True, False]


def test_a_cause_is_proved_by_grading_the_changed_text_whole(assignment):
    """The line, what stands there, and the change."""
    cause = cause_of(assignment, changed(TILED, "right[rr * N + c]", "right[rr * K + c]"))
    assert cause is not None and cause.proved
    assert (cause.line, cause.kind, cause.lines) == (17, "row length", (17,))
    assert cause.sides == {"B": ("K", "N")}
    assert cause.instead is not None
    assert re.search(
        r"On line 17 thread \(0,0\) of block \(\d,0\) should read B\[\d+\]\[\d+\]\.", in_words([cause.instead])
    )


def test_a_kernel_with_two_mistakes_has_both_mended(assignment):
    """The change that mends most without making anything worse, and then again."""
    broken = changed(TILED, "    if (r < M && c < N)\n", "    if (r < M && c <= N)\n")
    broken = changed(broken, "tileR[i][x];\n        __syncthreads();", "tileR[i][x];")
    cause = cause_of(assignment, broken)
    assert cause is not None and cause.proved
    assert cause.second is not None
    assert {cause.line, cause.second.line} == {20, 22}


def test_a_race_that_only_a_compiler_in_haste_makes_refutes_no_change(assignment):
    """In haste all threads load `tileL[0][0]`, beside the one that stores it; in the graded code one does."""
    first = "    tileL[y][x] = acc;\n    float first = x + y == 0 ? tileL[0][0] : 0.0f;\n"
    stored = "    if (x + y == 0) out[r * N + c] = first;\n    else if (r < M && c < N)"
    text = changed(TILED, "    if (r < M && c < N)", f"{first}{stored}")
    assert cause_of(assignment, text) is None
    cause = cause_of(assignment, changed(text, "right[rr * N + c]", "right[rr * K + c]"))
    assert cause is not None and cause.proved


def test_two_mistakes_that_hide_each_other_on_random_data_are_both_found(assignment):
    """Mended alone, neither makes a cell right; where the second half of A is 0, only what replaces the sum shows."""
    cause = cause_of(assignment, (KERNELS / "151-lambda-assign-bguard.cu").read_text(encoding="utf-8"))
    assert cause is not None and cause.proved
    assert cause.second is not None
    assert sorted([cause.line, cause.second.line]) == [17, 30]


def test_of_two_mistakes_the_first_is_what_takes_its_finding_away_and_is_believed(assignment):
    """No cell becomes right with the condition alone, and others take its finding away by loading less."""
    cause = cause_of(assignment, (KERNELS / "1245-product.cu").read_text(encoding="utf-8"))
    assert cause is not None and cause.proved
    assert cause.second is not None
    assert sorted([cause.line, cause.second.line]) == [28, 37]


def test_what_fills_too_little_is_as_near_as_what_reads_it(assignment):
    """The line that stores to an array of which too much is read, and the loop around it."""
    filled = "for (int i = y * TILE_WIDTH + x; i < 16; i += 16 * 16)\n            (&tileL[0][0])[i] = left[i];\n"
    text = changed(TILED, "tileL[y][x] = (r < M && lc < K) ? left[r * K + lc] : 0.0f;\n", filled)
    text = text.replace("(&tileL[0][0])[i]", "tileL[i / TILE_WIDTH][i % TILE_WIDTH]")
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    lane = run_lane(opened, device, source, 16, assignment.cases()[:1], LaneSteps(main=True))
    diagnosis = Diagnosis(Attempt(opened, source, (lane,)), [device])
    experiment = diagnosis._experiment(text)
    assert experiment is not None
    assert {16, 17} <= diagnosis._seen(experiment).keys()


def test_two_mistakes_around_an_unrolled_loop_are_both_found(assignment):
    """At a width of four its loop never runs, and everything is wrong: a larger one tells the edits apart."""
    cause = cause_of(assignment, (KERNELS / "1116-product.cu").read_text(encoding="utf-8"))
    assert cause is not None and cause.proved
    assert cause.second is not None
    assert sorted([cause.line, cause.second.line]) == [26, 37]


def test_no_small_case_explains_what_goes_wrong_there_alone(assignment):
    """At widths of two and four nothing is added, but in the case that was seen something is."""
    text = changed(TILED, "i < TILE_WIDTH", "i < TILE_WIDTH - 4")
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    lane = run_lane(opened, device, source, 16, assignment.cases()[:2], LaneSteps(main=True))
    attempt, seen = Attempt(opened, source, (lane,)), Cell(index=(0, 0), expected=2.0, got=1.0, error=1.0, bound=0.0)
    wrong = Finding(
        kind=Kind.WRONG_RESULT, severity=Severity.ERROR, line=0, message="", occurrences=(Occurrence(first=seen),)
    )
    alone, like = explain(attempt, device), explain(attempt, device, like=wrong)
    assert alone is not None and alone.explanations[0].name == "always-zero"
    assert like is not None and like.explanations[0].name != "always-zero"


LOADED = """__device__ float loaded(const float *m, int row, int column, int rows, int columns)
{
    return row < rows && column < columns ? m[row * columns + column] : 0.0f;
}

"""
OF_ONE_WIDTH = changed(TILED, "__global__", "constexpr int SIDE = 16;\n\n__global__")
OF_ONE_WIDTH = OF_ONE_WIDTH.replace("[TILE_WIDTH]", "[SIDE]").replace("* TILE_WIDTH", "* SIDE")
OF_ONE_WIDTH = OF_ONE_WIDTH.replace("< TILE_WIDTH", "< SIDE")


def cause_at_two_widths(assignment: Assignment, text: str) -> Cause | None:
    """The cause of a text graded on the three smallest cases of two tile widths."""
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    lanes = []
    for width in (16, 32):
        cases = sorted((case for case in assignment.cases() if case.tile_width == width), key=lambda case: case.work)
        lanes.append(run_lane(opened, device, source, width, cases[:3], LaneSteps(main=width == 16)))
    return find_cause(Attempt(opened, source, tuple(lanes)), [device])


def test_what_is_right_at_one_width_alone_follows_the_width(assignment):
    """The change is far from every line that shows the fault."""
    cause = cause_at_two_widths(assignment, OF_ONE_WIDTH)
    assert cause is not None and cause.proved
    assert (cause.line, cause.kind) == (5, "width follows")


def test_what_is_right_at_one_width_once_another_mistake_is_mended_follows_the_width(assignment):
    """No width is right before; with the arguments in order one is."""
    text = OF_ONE_WIDTH.replace("__global__", LOADED + "__global__").replace(
        "(r < M && lc < K) ? left[r * K + lc] : 0.0f", "loaded(left, lc, r, M, K)"
    )
    cause = cause_at_two_widths(assignment, text)
    assert cause is not None and cause.proved and cause.second is not None
    assert {each.kind for each in (cause, cause.second)} == {"width follows", "arguments exchanged"}


def test_a_second_mistake_that_only_a_requirement_shows_is_told_as_well(assignment):
    """One makes results wrong, the other reads global memory for what a tile holds."""
    text = changed(TILED, "tileR[i][x]", "right[(t * TILE_WIDTH + i) * N + c]").replace("acc += ", "if (c < N) acc += ")
    text = changed(text, "if (c < N) acc", "if (c < N && t * TILE_WIDTH + i < K) acc")
    cause = cause_of(assignment, changed(text, "r < M && c < N", "r <= M && c < N"))
    assert cause is not None and cause.proved
    assert cause.second is not None
    assert {cause.kind, cause.second.kind} == {"comparison too wide", "tile not used"}


def test_a_second_change_that_leaves_nothing_of_the_first_is_the_only_one(assignment):
    """It is told of what the student wrote, not of what the first change has put there."""
    text = (ROOT / "reference/mistakes/bounds-guard-on-thread.cu").read_text(encoding="utf-8")
    cause = cause_of(assignment, text)
    assert cause is not None and cause.proved
    assert cause.second is None
    assert cause.before in text


def test_of_two_loads_of_one_element_none_is_said_to_be_the_wrong_one(assignment):
    """The first tile and the next one are loaded on lines of their own: what is multiplied came from the second."""
    text = (KERNELS / "1200-product.cu").read_text(encoding="utf-8")
    device, source = LocalEmulator(), StudentSource(text=text, filename="k.cu")
    opened = OpenAssignment(assignment=assignment, seed=3)
    cases = [case for case in assignment.cases() if case.tile_width == 16][:4]
    lane = run_lane(opened, device, source, 16, cases, LaneSteps(main=True))
    told = explain(Attempt(opened, source, (lane,)), device)
    assert told is not None
    assert [each.name for each in told.explanations] == ["other-product"]


def test_both_of_two_mistakes_are_told_step_by_step(assignment):
    """Where each is, what is wrong with it and what must hold, and one change for both."""
    second = EditedLine(line=2, kind="zero fill", before="if (k < K)")
    cause = Cause(
        line=3, kind="rounded up", proved=True, before="K / 16", edit="@@ -2,2 +2,2 @@", lines=(2, 3), second=second
    )
    results = Results.model_construct(
        submission=Submission.model_construct(source="a\nif (k < K)\nK / 16\n"), cause=cause, recordings=()
    )
    where, what, must, change = steps(results)
    assert where == "Where: line 3, `K / 16`. And line 2, `if (k < K)`."
    assert "rounded down" in what and "On line 2: where the condition does not hold" in what
    assert "how many are needed" in must and "On line 2: Which value adds nothing" in must
    assert "with these changes every case passes" in change
    assert first_words(cause).endswith("Line 2 has a mistake too.")
    assert as_far_as(cause, "where").second == EditedLine(line=2)


def test_of_two_changes_that_mend_everything_the_one_that_wastes_nothing_is_told(assignment):
    """With rows and columns of the tiles exchanged all numbers are right too, and neighbours read far-off elements."""
    numbered = changed(
        TILED,
        "int x = threadIdx.x, y = threadIdx.y;",
        "int id = threadIdx.y * TILE_WIDTH + threadIdx.x;\n    int y = id / TILE_WIDTH;\n    int x = id / TILE_WIDTH;",
    )
    cause = cause_of(assignment, numbered)
    assert cause is not None and cause.proved
    assert (cause.line, cause.others) == (11, (10,))


def test_a_change_that_is_made_for_the_widths_of_the_cases_is_not_believed(assignment):
    """It is tried at another width, and at sizes that no case has."""
    opened = OpenAssignment(assignment=assignment, seed=3)
    attempt = Attempt(opened, StudentSource(text=TILED, filename=""), ())
    confirming = Diagnosis(attempt, [LocalEmulator()]).confirming
    assert confirming.passes(TILED)
    assert not confirming.passes(changed(TILED, "i < TILE_WIDTH", "i < (TILE_WIDTH == 8 ? 4 : TILE_WIDTH)"))
    assert not confirming.passes(changed(TILED, "i < TILE_WIDTH", "i < (K == 17 ? 4 : TILE_WIDTH)"))


class _SecondSearches(Diagnosis):
    """Notes which rounds are done behind which first edit; none of them mends anything."""

    def __init__(self) -> None:
        self._begun, self._time, self.done = {}, UNLIMITED, []
        self._on_small_cases, self._small_at, self._of_one_width, self._unsatisfying = False, 0, None, None

    def _begin_second(self, first, text):
        rounds = ([first.kind, number] for number in itertools.count())
        failing = range(3 if first.kind == "worse" else 1)
        return _SecondSearch(SimpleNamespace(text=text, failing=failing, cases=range(3)), rounds, (True, 4))

    def _searched(self, experiment, rounds, until, done=0):
        self.done += [*rounds]
        return None, [], []


def test_the_likeliest_second_mistakes_are_tried_behind_each_first_one_before_the_others():
    """Where fewer cases fail sooner; of a search that was begun the next rounds are tried, and none of them twice."""
    one, worse, other = (Edit(kind=kind, line=1, cost=1, changes=()) for kind in ("one", "worse", "other"))
    diagnosis = _SecondSearches()
    assert diagnosis._of_two_searches("", [one], NEAR_ROUNDS) is None
    assert diagnosis._of_two_searches("", [worse, one, other]) is None
    near, rest = range(NEAR_ROUNDS), range(NEAR_ROUNDS, MOST_SECOND_ROUNDS)
    order = [(one, near), (other, near), (worse, near), (one, rest), (other, rest), (worse, rest)]
    assert diagnosis.done == [[first.kind, number] for first, numbers in order for number in numbers]
    assert not diagnosis._on_small_cases, "the first search goes on where it was"


def test_only_so_many_changes_are_graded_whole(assignment, monkeypatch):
    """Each takes as long as grading the submission did: a search in which many seem right must end."""
    opened = OpenAssignment(assignment=assignment, seed=3)
    diagnosis = Diagnosis(Attempt(opened, StudentSource(text=TILED, filename=""), ()), [LocalEmulator()])
    graded = []
    monkeypatch.setattr(diagnosis.confirming, "passes", lambda text, _: bool(graded.append(text)))
    edits = edits_of(syntax.SyntaxTree(TILED, "matmul_tiled"))[:10]
    experiment = SimpleNamespace(text=TILED, runners=[SimpleNamespace(tile_width=4)])
    assert not any(diagnosis._believed(experiment, edits) for _ in range(20))
    assert MOST_CONFIRMED <= len(graded) == MOST_CONFIRMED_IN_ALL


def test_a_right_kernel_has_no_cause(assignment):
    """Nothing fails, so nothing is tried."""
    assert cause_of(assignment, TILED) is None


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [("float acc = 0.0f;", "float acc = 0.0f", 12), ("out[r * N + c]", "out[R * N + c]", 24)],
)
def test_a_text_that_does_not_compile_is_mended_and_run(assignment, right, wrong, line):
    """The change that makes it compile is preferred where it makes it right as well."""
    cause = cause_of(assignment, changed(TILED, right, wrong))
    assert cause is not None
    assert (cause.line, cause.compiles, cause.proved) == (line, True, True)


@pytest.mark.parametrize("kind", FAMILIES)
def test_every_family_of_edits_has_words_that_stop_short_of_the_change(kind):
    """A first sentence with the line, and a question or a rule behind it; neither holds the new text."""
    cause = Cause(line=7, kind=kind, proved=True, before="old", edit="-old\n+new", lines=(7,))
    assert kind in edit_kinds()
    assert first_words(cause).startswith("Line 7: ")
    assert "new" not in first_words(cause).split(": ", 1)[1].replace("anew", "")
    assert not re.search(r"\{\w", first_words(cause))


def shown(level: str, results: Results) -> Results:
    """Results with a cause as far as a level shows it."""
    cause = Cause(line=3, kind="rounded up", proved=True, before="K / 16", edit="@@ -3 +3 @@\n-old\n+new")
    return results.model_copy(update={"cause": as_far_as(cause, level)})


def test_steps_open_as_far_as_the_assignment_lets_them(assignment):
    """`where` gives the line alone, `why` what is wrong and what must hold, `fix` the change as well."""
    told = Explanation(
        name="never-taken", facts={"small": "2×6", "cell": "C[0][1]", "belongs": "A[0]", "lacks": "A[2]"}
    )
    seen = Finding(
        kind=Kind.WRONG_RESULT, severity=Severity.ERROR, occurrences=(Occurrence(case="one@16", explanations=(told,)),)
    )
    results = Results.model_construct(
        submission=Submission.model_construct(source="a\nb\nK / 16\n"), cause=None, findings=(seen,)
    )
    assert steps(results) == ()
    where, why, fix = (steps(shown(level, results)) for level in ("where", "why", "fix"))
    assert len(where) == 1 and "line 3" in where[0] and "rounded" not in where[0]
    assert len(why) == 3 and "rounded down" in why[1] and "C[0][1] should be made of A[0]" in why[1]
    assert len(fix) == 4 and "line 3:\n-old\n+new" in fix[3] and "every case passes" in fix[3]


def test_a_hint_about_something_else_goes_where_a_cause_is_proved():
    """The table of known mistakes words the proved cause on its line; elsewhere, and on other ideas, it is silent."""
    found = [
        Finding(kind=Kind.OUT_OF_BOUNDS, severity=Severity.ERROR, line=line, topic=topic, hint="a hint")
        for line, topic in ((4, "indexing"), (4, "barriers"), (9, "indexing"))
    ]
    cause = Cause(line=4, lines=(4,), kind="indices exchanged", proved=True)
    asked = Explanation(
        name="way-asked", facts={"guard_on": 3, "line": 5, "guard": "i < n", "unasked": "j", "access": "x[j]"}
    )
    (told,) = agreeing(
        [found[0].model_copy(update={"occurrences": (Occurrence(case="c", explanations=(asked,)),)})], cause
    )
    assert not told.occurrences[0].explanations  # it would lead to a condition that stays as it is
    seen = found[0].model_copy(update={"occurrences": (Occurrence(case="c", explanations=(asked,)),)})
    kept = [
        bool(agreeing([seen], Cause(line=5, lines=(5,), kind=kind, proved=True))[0].occurrences[0].explanations)
        for kind in ("guard added", "one too large")
    ]
    assert kept == [True, False]  # on the line of the access, where no condition is wrong
    assert [finding.hint for finding in agreeing(found, cause)] == ["a hint", None, None]
    assert [finding.hint for finding in agreeing(found, Cause())] == ["a hint"] * 3


def test_fix_first_names_the_line_of_the_cause_in_the_words_of_the_table(grading):
    """The race is seen on the load; what is missing is missing at the end of the phase, and that line is named."""
    path = ROOT / "reference" / "mistakes" / "barrier-second-missing.cu"
    graded = grading.grade(read_submission(path), cases="ragged-K@16")
    results = graded.with_cause()
    assert results.cause is not None and results.cause.proved
    end_of_phase = 1 + path.read_text().split("\n").index("            sum += As[ty][k] * Bs[k][tx];  // HERE")
    assert results.fix_first.startswith(f"Line {end_of_phase}: On line 22 thread (1,0) writes")
    assert "__syncthreads() missing at the end of the phase" in results.fix_first
    assert results.model_copy(update={"cause": None, "findings": (), "fix_first": ""}) == graded.results.model_copy(
        update={"findings": (), "fix_first": ""}
    )


@pytest.mark.parametrize(
    ("line", "old", "expected"),
    [
        ("    x = A[row * K + k];", "K", ("K", "A[row * K + k]")),
        ("    As[ty][tx] = 1;", "tx", ("tx", "As[ty][tx]")),
        ("    if (row < M && col < N)", "M", ("M", "(row < M && col < N)")),
        ("    int p = K / T;  // K", "K / T", ("K / T", "int p = K / T;")),
    ],
)
def test_what_changes_is_shown_with_the_element_around_it(line, old, expected):
    """A single name says little by itself."""
    text = f"first\n{line}\nlast\n".encode()
    start = text.index(old.encode(), 6 + len(line) - len(line.lstrip()) + (1 if old == "K" and "A[" in line else 0))
    assert in_context(text, Change(start, start + len(old), "?")) == expected


def test_what_is_added_behind_a_comment_has_no_context():
    """An insertion at the end of a line replaces nothing."""
    text = b"f();  // said\ng();\n"
    assert in_context(text, Change(13, 13, "\n__syncthreads();")) == ("", "")
    assert in_context(text, Change(0, 13, "x")) == ("f(); // said", "")


def test_lines_that_change_are_those_of_the_students_text():
    """A line that is added counts as the one before it."""
    assert changed_lines("a\nb\nc", "a\nx\nc") == (2,)
    assert changed_lines("a\nb\nc", "a\nb\nnew\nc") == (2,)
    assert changed_lines("a\nb\nc", "a\nc") == (2,)


@pytest.mark.parametrize(("line", "expected"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5)])
def test_a_line_of_a_half_mended_text_is_told_as_that_of_the_students_own(line, expected):
    """One line came in after the first, and the fourth went."""
    assert line_before("a\nb\nc\nd\ne", "a\nnew\nb\nc\ne", line) == expected
