"""The first mistakes: which line, which of its characters, what was seen, and why."""

from __future__ import annotations

import pytest

from grader.report.add_sentences import Mistake, worded
from grader.report.causes import without_there, wrong_words
from grader.report.mistakes import mistakes_of
from grader.report.terminal import points_lines
from grader.report.view import View
from grader.results import (
    Cause,
    EditedLine,
    Explanation,
    Finding,
    Kind,
    OtherParty,
    Requirement,
    Results,
    RubricItem,
    Severity,
    Sighting,
    Status,
)
from tests.report import samples


def told(code: str, finding: Finding, cause: Cause | None = None) -> tuple[Mistake, ...]:
    """What is told of a file with this line as its third."""
    results = samples.results(f"//\n//\n{code}\n//\n", findings=(finding,), cause=cause, passed=False)
    return mistakes_of(worded(results))


def found(kind: Kind, array: str = "", access: str = "", **more: object) -> Finding:
    """A finding on line 3."""
    return Finding(
        kind=kind, severity=Severity.ERROR, line=3, array=array, access=access, message="It was seen.", **more
    )


def underlined(mistake: Mistake) -> str:
    """The marked characters."""
    return mistake.code[slice(*mistake.marked)]


@pytest.mark.parametrize(
    ("code", "access", "marked"),
    [
        ("\tAs[ty][tx] = A[row * K + As[0][0]];", "write", "As[ty][tx]"),
        ("\tsum += A[row*K + k] * B[k*N + col];", "read", "A[row*K + k]"),
        ("A[i] = A[i] + A[i + 1];  // twice", "read", "A[i] = A[i] + A[i + 1];"),
        ("A[i] += v;", "read", "A[i] += v;"),
        ("p = *q;", "read", "p = *q;"),
    ],
)
def test_the_access_is_underlined_where_there_is_one(code: str, access: str, marked: str) -> None:
    """Else the statement, without the remark behind it."""
    array = "As" if "As[ty]" in code else "A"
    (mistake,) = told(code, found(Kind.OUT_OF_BOUNDS, array, access))
    assert underlined(mistake) == marked
    assert "\t" not in mistake.code


def test_the_other_access_of_a_race_is_underlined_on_its_line() -> None:
    """The line that must change may be the other one."""
    other = OtherParty(line=3, thread=(0, 0, 0), block=(0, 0, 0), access="read")
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=1, array="As", access="write", other=other,
        message="Thread (1,0) writes As[0][1].", hint="Is a barrier missing?",
    )  # fmt: skip
    (mistake,) = told("sum += As[ty][k] * Bs[k][tx];", race, Cause(line=3, kind="barrier added", before="Bs[k][tx]"))
    assert underlined(mistake) == "As[ty][k]"
    assert mistake.seen == "On line 1 thread (1,0) writes As[0][1]."


@pytest.mark.parametrize(
    ("kind", "before", "context", "marked"),
    [
        ("another variable", "N", "(row < M && a_col < N)", "N"),
        ("names exchanged", "As", "As[ty][k] * Bs[k][tx]", "As[ty][k]*Bs[k][tx]"),
    ],
)
def test_what_must_change_is_underlined_however_it_is_spaced(kind: str, before: str, context: str, marked: str) -> None:
    """Inside its context; of names that changed places all of it."""
    code = "x = ( row<M&&a_col<N ) ? As[ty][k]*Bs[k][tx] : N;"
    cause = Cause(line=3, kind=kind, before=before, context=context, proved=True, cases_mended=1)
    (mistake,) = told(code, found(Kind.WRONG_RESULT, "C", hint="Look."), cause)
    assert underlined(mistake) == marked
    assert mistake.column == (20 if kind == "another variable" else 26)


def test_what_does_not_stand_in_the_file_is_not_quoted() -> None:
    """Of two changes to one line the second was found after the first had been made."""
    edited = EditedLine(line=3, kind="names exchanged", before="gr", context="(gr < M && gc < K)")
    cause = Cause(line=3, kind="another variable", before="K", context="(K < M && gc < gr)", second=edited, proved=True)
    results = worded(
        samples.results("//\n//\nif (gr < M && gc < K)\n", findings=(found(Kind.WRONG_RESULT),), cause=cause)
    )
    assert results.fix_first.startswith("Line 3: `K` is not the right one here.")


def test_a_change_of_what_another_change_has_made_is_not_told() -> None:
    """But the one that the other builds on, where both are on one line."""
    edited = EditedLine(line=3, kind="comparison", before="tx < K", context="(row < M && tx < K)")
    cause = Cause(line=3, kind="guard", before="(row < M && tx < K && p < M)", second=edited, proved=True)
    finding = found(Kind.OUT_OF_BOUNDS, "A", "read")
    results = samples.results("//\n//\nif (row < M && tx < K)\n", findings=(finding,), cause=cause)
    assert "p < M" not in worded(results).fix_first
    assert "the comparison `tx < K`" in worded(results).fix_first


def test_a_thread_that_never_comes_to_the_barrier_is_told_before_the_race_that_follows() -> None:
    """The barrier stands in the text, and the race alone would not say why it does not help."""
    party = {"thread": (0, 0, 0), "block": (0, 0, 0)}
    race = Finding(
        kind=Kind.DATA_RACE, severity=Severity.ERROR, line=4, message="A race was seen.",
        other=OtherParty(line=3, access="write", **party),
    )  # fmt: skip
    left = Finding(
        kind=Kind.EARLY_EXIT, severity=Severity.ERROR, line=2, message="It never reaches the barrier.",
        other=OtherParty(line=3, access="wait", **party),
    )  # fmt: skip
    cause = Cause(line=3, kind="barrier moved", before="__syncthreads();", proved=True, cases_mended=1)
    results = samples.results("//\n//\n__syncthreads();\n//\n", findings=(race, left), cause=cause, passed=False)
    first, *_ = mistakes_of(worded(results))
    assert "It never reaches the barrier." in first.seen


def test_a_wrong_number_is_told_of_no_line() -> None:
    """It is wrong in the array, wherever the line is that makes it so."""
    finding = Finding(kind=Kind.WRONG_RESULT, severity=Severity.ERROR, line=1, array="C", message="C is wrong.")
    (mistake,) = told("x = y;", finding, Cause(line=3, kind="operator", before="=", proved=True))
    assert mistake.seen == "C is wrong."


@pytest.mark.parametrize(
    ("kind", "cases", "lines"),
    [
        (Kind.OUT_OF_BOUNDS, ("whole",), [3, 4]),
        (Kind.OUT_OF_BOUNDS, ("ragged", "whole"), [3]),
        (Kind.UNINITIALIZED_READ, ("whole",), [3]),
    ],
    ids=["other cases", "a case of both", "an older value shows in wrong numbers alone"],
)
def test_wrong_numbers_where_nothing_else_was_seen_are_told_too(
    kind: Kind, cases: tuple[str, ...], lines: list[int]
) -> None:
    """Without a cause; in cases that show the first fault they may come of it."""
    first = found(kind, "A", cases=("ragged",))
    wrong = found(Kind.WRONG_RESULT, "C").model_copy(update={"line": 4, "cases": cases})
    results = samples.results("//\n//\nc = A[i];\nC[i] = c;\n", findings=(first, wrong), passed=False)
    made = mistakes_of(worded(results))
    assert [each.line for each in made] == lines
    assert all("In cases that do not show the first fault: " in each.seen for each in made[1:])


def test_a_cause_that_says_all_has_no_hint_beside_it() -> None:
    """That every thread has an array of its own is said once."""
    hint = "Each thread has an array of its own here: declare it __shared__ if threads are to exchange values."
    finding = found(Kind.UNINITIALIZED_READ, "As", "read", hint=hint)
    cause = Cause(line=3, kind="shared added", before="float As[16][16];", proved=True)
    results = worded(samples.results("//\n//\nfloat As[16][16];\n", findings=(finding,), cause=cause))
    assert results.fix_first == (
        "Line 3: `float As[16][16];`: every thread has an array of its own here, so none sees what the others load."
    )


def test_the_annotation_stands_where_the_kernel_must_change() -> None:
    """Editors and code scanning point at the line of the cause, and name the one where it was seen."""
    results = samples.boundary_bug()
    cause = Cause(line=19, kind="another variable", before="K", context="", proved=True)
    view = View.of(worded(results.model_copy(update={"cause": cause})))
    first = view.annotations[0]
    assert (first.line, first.title) == (19, "out-of-bounds")
    assert [line for line, _ in first.others] == [results.findings[0].line]


def test_without_a_mistake_what_is_worth_knowing_is_told() -> None:
    """In the same form, and it is called no error."""
    warning = Finding(
        kind=Kind.BANK_CONFLICT, severity=Severity.WARNING, line=3, array="As", access="read", message="Slow."
    )
    results: Results = samples.results("//\n//\nx = As[tx][k];\n", findings=(warning,))
    (mistake,) = mistakes_of(worded(results))
    assert (mistake.severity, underlined(mistake)) == (Severity.WARNING, "As[tx][k]")


@pytest.mark.parametrize(("counted", "said"), [(True, "not met: fewer loads"), (False, "results are wrong")])
def test_what_wrong_results_leave_uncounted_is_not_called_unmet(counted: bool, said: str) -> None:
    """A kernel that loads few elements, and computes something else with them, is told of its results."""
    item = RubricItem(name="tiling", title="Tiled", status=Status.FAILED, points=0, max_points=30, message="All of it.")
    unmet = Requirement(name="fewer loads", status=Status.FAILED, message="16 times fewer.", counted=counted)
    ((_, items),) = points_lines(samples.results(requirements=(unmet,), rubric=(item,), passed=False))
    assert items == [f"tiled 0/30 ({said})"]


def test_what_was_seen_is_told_of_the_mistake_whose_change_alone_removes_it() -> None:
    """Though it stands on neither line; the other mistake is told without it."""
    race = found(Kind.DATA_RACE, "C", "write", hint="Is a barrier missing?")
    removed = (Sighting(kind=Kind.DATA_RACE, line=3, case="one@16"),)
    second = EditedLine(line=4, kind="names exchanged", before="row", removes=removed)
    cause = Cause(line=1, kind="rounded up", before="K / T", second=second, proved=True)
    first, other = told("C[row] = sum;", race, cause)
    assert (first.line, first.title, first.seen) == (1, "one of two mistakes", "")
    assert (other.line, other.title, other.seen) == (4, "data race", "On line 3 it was seen.")


def test_without_what_was_seen_the_case_of_a_value_is_named() -> None:
    """Nothing before it names one then."""
    facts = {"small": "2×5 times 5×3", "it": "`K / T`", "value": 2, "meant": 3, "thread": "(0,0)", "there": 1}
    edited = EditedLine(
        line=1, kind="rounded up", before="K / T", instead=Explanation(name="value-instead", facts=facts)
    )
    assert "There `K / T` is 2" in wrong_words(edited)
    assert without_there(wrong_words(edited), edited).endswith(
        "For 2×5 times 5×3, `K / T` is 2 in thread (0,0), and 3 is right."
    )


def test_what_was_seen_is_told_of_the_mistake_on_whose_line_it_stands() -> None:
    """Where no trial has told; a wrong number is of no line, and then told of neither."""
    cause = Cause(line=1, kind="zero fill", second=EditedLine(line=3, kind="added to"), proved=True)
    first, other = told("C[i] += sum;", found(Kind.UNINITIALIZED_READ, "C", "read"), cause)
    assert (first.seen, other.seen) == ("", "It was seen.")
    assert [each.seen for each in told("C[i] += sum;", found(Kind.WRONG_RESULT, "C"), cause)] == ["", ""]


def test_both_comparisons_of_one_line_are_underlined_and_named() -> None:
    """Each of them is wrong, so neither is the one to look at alone."""
    code, kind = "if (r <= M && c <= N)", "comparison too wide"
    row, column = ({"before": text, "context": "(r <= M && c <= N)"} for text in ("r <= M", "c <= N"))
    cause = Cause(line=3, kind=kind, **column, second=EditedLine(line=3, kind=kind, **row), proved=True)
    (mistake,) = told(code, found(Kind.OUT_OF_BOUNDS, "A", "read"), cause)
    assert underlined(mistake) == "r <= M && c <= N"
    assert "`r <= M`" in mistake.why and "`c <= N`" in mistake.why


def test_cases_with_right_results_that_show_a_fault_are_told_apart():
    """A race may go right: else what is seen and what passes are more cases than there are."""
    first = next(case.name for case in samples.reference().cases)
    (mistake,) = told("As[ty][tx] = 1.0f;", found(Kind.DATA_RACE, "As", "write", cases=(first, "square-9T@16")))
    assert mistake.effect == "Seen in 2 cases, in 1 of them with right results."
    (mistake,) = told("As[ty][tx] = 1.0f;", found(Kind.DATA_RACE, "As", "write", cases=(first,)))
    assert mistake.effect.startswith("Seen in 1 case")


def test_cases_that_two_mistakes_make_wrong_together_are_said_to_be_both_mistakes():
    """Neither of them alone is seen in so many."""
    second = EditedLine(line=4, kind="barrier added")
    cause = Cause(line=3, kind="zero fill", proved=True, cases_mended=40, second=second)
    first = told("As[ty][tx] = 1.0f;", found(Kind.DATA_RACE, "As", "write"), cause)[0]
    assert first.effect.startswith("40 cases show one of the two mistakes or both")
