"""What an Autolab autograder prints: the feedback, a line that Autolab shows as a table, and the scores, last of all.

A problem of Autolab's is a rubric item, by its name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from grader.plaintext import one_line, plain
from grader.report.feedback import feedback_text
from grader.report.view import View
from grader.results import Status

FILE_NAME = "autolab.txt"
STAGE = "Tests"
FAULT = 'The grader itself failed. This is not your fault; please tell your instructor.\n{"scores": {}}\n'


def render(view: View, problems: Iterable[str] = ()) -> str:
    """All that goes to stdout; hidden cases count and are told nowhere. No scores where the grader itself failed.

    Of the `problems`, what the results do not have was not earned: a text that does not compile is asked no more.
    """
    if view.graded.fault is not None:
        return FAULT
    tests: dict[str, dict[str, object]] = {}
    for row in view.rows:
        if not row.visibility.hides:
            passed = row.status is Status.PASSED
            tests[row.name] = {"passed": passed} | ({} if passed else {"hint": one_line(row.text, 300)})
    table = {"_presentation": "semantic", "stages": [STAGE], STAGE: tests}
    earned = {item.name: round(item.points, 4) for item in view.results.rubric}
    scores = {"scores": {**dict.fromkeys(problems, 0), **earned}}
    return f"{feedback_text(view.results)}{_line(table)}{_line(scores)}"


def nothing(problem: str, problems: Iterable[str]) -> str:
    """Where there is nothing to grade: no points, and what is missing."""
    return f"{plain(problem, 4000)}\n{_line({'scores': dict.fromkeys(problems, 0)})}"


def _line(document: object) -> str:
    return json.dumps(document, allow_nan=False) + "\n"
