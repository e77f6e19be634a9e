"""PrairieLearn's `/grade/results/results.json`, as its element `pl-external-grader-results` shows it.

A text that does not compile is not gradable there: it costs no attempt. The file may have 1 MB.
"""

from __future__ import annotations

import json
from typing import Any

from grader.plaintext import one_line, plain
from grader.report.feedback import PointsRow
from grader.report.view import View

FILE_NAME = "prairielearn.json"
FAULT = "The grader itself failed. This is not your fault, and no attempt was counted; please tell your instructor."
MOST_CHARACTERS = 20_000
"""Of a row: a score of them stay well below the limit."""


def render(view: View) -> str:
    """The text of the file; hidden cases are one row that tells nothing but points."""
    shown = view.results
    if view.graded.fault is not None:
        return ungradable(FAULT)
    if not shown.compile.ok and view.errors:
        return ungradable(*(f"line {each.line}: {one_line(each.message)}" for each in view.errors[:20]))
    visible = [row for row in view.rows if not row.visibility.hides]
    hidden = [row for row in view.rows if row.visibility.hides]
    document = {
        "gradable": True,
        "score": round(min(1.0, shown.final / shown.max_score), 6) if shown.max_score else 0.0,
        "message": "\n\n".join([*(step.words for step in shown.adjustments), *_verdict(view)]),
        "tests": [_test(row) for row in visible] + ([_hidden(hidden)] if hidden else []),
    }
    return json.dumps(document, indent=1, allow_nan=False)


def ungradable(*problems: str) -> str:
    """What PrairieLearn gets where nothing was graded: the reasons, no score, no attempt counted."""
    return json.dumps({"gradable": False, "format_errors": [plain(problem, 4000) for problem in problems]}, indent=1)


def _verdict(view: View) -> list[str]:
    first = [f"Fix first: {plain(view.fix_first, 4000)}"] if view.fix_first else []
    return [*first, plain(view.results.verdict, 4000)]


def _test(row: PointsRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "points": round(row.points, 4),
        "max_points": round(row.max_points, 4),
        "message": plain(row.text, MOST_CHARACTERS),
    }


def _hidden(rows: list[PointsRow]) -> dict[str, Any]:
    return {
        "name": "Hidden cases",
        "points": round(sum(row.points for row in rows), 4),
        "max_points": round(sum(row.max_points for row in rows), 4),
        "message": "These cases are not shown.",
    }
