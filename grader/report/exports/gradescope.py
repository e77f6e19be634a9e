"""Gradescope's `results.json`: the report, and a test for each family of cases and each rubric item.

A family that is hidden is hidden there.
"""

from __future__ import annotations

import json
from typing import Any

from grader.plaintext import one_line, plain
from grader.report.feedback import PointsRow
from grader.report.page import brief_html
from grader.report.view import View
from grader.results import Results, Status

FILE_NAME = "gradescope.json"


def render(view: View) -> str:
    """The text of the file that Gradescope reads from `/autograder/results/results.json`."""
    return json.dumps(document(view), indent=1, ensure_ascii=True, allow_nan=False)


def document(view: View) -> dict[str, Any]:
    """The document as plain values. The total is the grader's own, so rounding of the parts cannot change it."""
    tests = [_test(row) for row in view.rows]
    return {
        "score": round(view.results.score, 4),
        "execution_time": round(view.results.seconds, 3),
        "output": brief_html(view),
        "output_format": "html",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [{**test, "number": str(number)} for number, test in enumerate(tests, start=1)],
        "extra_data": _extra_data(view.graded),
    }


def nothing(problem: str, max_score: float) -> str:
    """What Gradescope gets where there is nothing to grade: the student is told what is missing."""
    test = {"name": "The file to grade", "score": 0, "max_score": max_score, "status": "failed", "output": problem}
    return json.dumps(
        {"score": 0, "output": problem, "output_format": "text", "visibility": "visible", "tests": [test]}
    )


def fault(message: str) -> str:
    """What Gradescope gets when the grader itself failed: no score, so that nobody loses points by it."""
    output = f"The grader itself failed. This is not your fault, and no score was recorded.\n\n{plain(message, 4000)}"
    return json.dumps({"output": output, "output_format": "text", "visibility": "visible", "tests": []}, indent=1)


def _extra_data(results: Results) -> dict[str, Any]:
    """For the instructor's own scripts; students do not see it."""
    return {
        "schema": results.schema_,
        "assignment": results.assignment,
        "sha256": results.submission.sha256,
        "seed": results.seed,
        "device": results.device.kind,
        "findings": sorted({finding.kind.value for finding in results.findings}),
    }


def _test(row: PointsRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "name_format": "text",
        "score": round(row.points, 4),
        "max_score": round(row.max_points, 4),
        "output": row.text,
        "output_format": "text",
        "visibility": row.visibility.value,
        **({"tags": [one_line(row.family)]} if row.family else {}),
        **_status(row.status),
    }


def _status(status: Status) -> dict[str, str]:
    """Gradescope knows two words; what the grader itself failed to do gets neither."""
    if status is Status.PASSED:
        return {"status": "passed"}
    if status in (Status.FAILED, Status.TIMEOUT):
        return {"status": "failed"}
    return {}
