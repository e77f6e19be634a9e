"""Rows of a class, as tests of its page need them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.batch.gradebook import FAULT, GRADED, NOT_GRADED, GradebookRow, graded_row
from grader.results import Results, RubricItem, Status
from grader.submissions import Collected, student
from grader.submissions.submission import decode_submission


def row_of(name: str, *, score: float = 0.0, **facts: Any) -> GradebookRow:
    """Somebody who was graded."""
    row: dict[str, Any] = {"status": GRADED, "score": score, "max_score": 100.0, **facts}
    return GradebookRow(student=student(name), folder=name, **row)


def ungraded(name: str, problem: str, *, fault: bool = False, **facts: Any) -> GradebookRow:
    """Somebody of whom there is nothing to grade, or on whose file the grader itself failed."""
    status = FAULT if fault else NOT_GRADED
    return GradebookRow(student=student(name), folder=name, status=status, message=problem, **facts)


def of_results(name: str, results: Results) -> GradebookRow:
    """Somebody with these results."""
    submission = decode_submission(results.submission.source.encode(), path=Path(name))
    row = graded_row(Collected(student=student(name), origin=name, submission=submission), name, results)
    return row if results.fault is None else replace(row, status=FAULT)


def item(title: str, points: float, most: float) -> RubricItem:
    """One item of a rubric."""
    return RubricItem(name=title, title=title, status=Status.PASSED, points=points, max_points=most)
