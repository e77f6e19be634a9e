"""What changed since last time: each thing once, and nothing where nothing can be compared."""

from __future__ import annotations

import pytest

from grader.report.history import comparable, since_line, since_view
from grader.results import Adjustment, Status
from tests.report import samples


def test_nothing_before_is_nothing_to_compare():
    """The first grading says nothing of a last time."""
    assert since_line(samples.reference(), None) == ""
    assert since_view(samples.reference(), None, ()) is None


@pytest.mark.parametrize("change", ["path", "max_score", "assignment"])
def test_only_gradings_of_one_file_by_one_assignment_are_compared(change):
    """Another file, a part of the cases, another assignment: no last time."""
    before = samples.boundary_bug()
    if change == "path":
        update: dict[str, object] = {"submission": before.submission.model_copy(update={"path": "b.cu"})}
    else:
        update = {change: {"max_score": 12.0, "assignment": "another"}[change]}
    assert comparable(samples.missing_barrier(), before)
    assert not comparable(samples.missing_barrier(), before.model_copy(update=update))


def test_a_finding_whose_line_moved_is_the_same_finding():
    """The text of the line tells it, not the number."""
    before = samples.missing_barrier()
    source = "// one line more\n" + before.submission.source
    moved = before.model_copy(
        update={
            "submission": before.submission.model_copy(update={"source": source}),
            "findings": (samples.RACE.model_copy(update={"line": samples.RACE.line + 1}),),
        }
    )
    assert since_line(moved, before) == "Since last time: nothing changed."


def test_a_finding_that_is_told_twice_came_once():
    """The two sides of a race on one line are one name."""
    after = samples.missing_barrier().model_copy(update={"findings": (samples.RACE, samples.RACE)})
    line = since_line(after, samples.reference())
    assert line.count("Data race") == 1


def test_cases_and_points_that_changed_are_counted():
    """How many pass now, how many did, and how the score went."""
    after = samples.reference()
    before = after.model_copy(
        update={
            "score": 90.5,
            "cases": tuple(case.model_copy(update={"status": Status.FAILED}) for case in after.cases[:3])
            + after.cases[3:],
        }
    )
    assert since_line(after, before) == "Since last time: 9.5 points more; 26 cases pass, 23 did."
    assert since_line(before, after) == "Since last time: 9.5 points fewer; 23 cases pass, 26 did."


def test_what_the_course_has_changed_is_no_change_of_the_file():
    """Points that an instructor has set, or that an item is worth now, are not told as those of the same file."""
    before = samples.missing_barrier()
    decided = before.model_copy(update={"adjustments": (Adjustment(kind="override", points=74.01, words="set"),)})
    worth = tuple(item.model_copy(update={"max_points": item.max_points / 2}) for item in before.rubric)
    weighed = before.model_copy(update={"rubric": worth, "score": 74.01})
    for after in (decided, weighed):
        view = since_view(after, before, ())
        assert view is not None
        assert view.headline == "6 points fewer than last time: the course has changed what this file counts."
        assert since_line(after, before).startswith("Since last time: 6 points fewer: the course has changed")
