"""GitHub Actions: annotations on the student's lines, the step summary, and GitHub Classroom's points.

Workflow commands work only on standard output, so the annotations are written to a file that the action prints once the
grader's own output, which may quote the student's text, is over.
"""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

from grader.plaintext import one_line, plain, points
from grader.report.exports import markdown
from grader.report.findings import Annotation, file_in_workspace
from grader.report.view import View
from grader.results import Case, RubricItem, Status

FILE_NAME = "github.txt"
MAX_OF_A_KIND = 10
"""GitHub shows ten errors and ten warnings a step and drops the rest."""


def render(view: View) -> str:
    """The workflow commands, one a line: the verdict, then a line for each finding, at most ten of a severity."""
    file = file_in_workspace(view.results.submission.path)
    errors = [_annotation(file, mark) for mark in view.annotations if mark.severity == "error"]
    warnings = [_annotation(file, mark) for mark in view.annotations if mark.severity == "warning"]
    title = command_property(f"{view.results.assignment}: {view.points} points")
    lines = [f"::notice title={title}::{command_data(view.results.verdict)}", *_at_most("error", errors)]
    return "\n".join([*lines, *_at_most("warning", warnings)]) + "\n"


def write_to_environment(view: View, environment: dict[str, str] | None = None) -> None:
    """Append the step summary and the step's outputs to the files that the runner names in the environment."""
    environment = dict(os.environ) if environment is None else environment
    if environment.get("GITHUB_STEP_SUMMARY"):
        with Path(environment["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as file:
            file.write(markdown.render(view))
    if environment.get("GITHUB_OUTPUT"):
        with Path(environment["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as file:
            file.write(f"result={classroom_output(view)}\n")
            file.write(f"score={points(view.results.score)}\nmax-score={points(view.results.max_score)}\n")
            file.write(f"passed={'true' if view.results.passed else 'false'}\n")


def classroom_output(view: View) -> str:
    """GitHub Classroom's step output `result`: base64 text of its JSON document."""
    return base64.b64encode(json.dumps(classroom(view)).encode()).decode("ascii")


class Classroom:
    """GitHub Classroom's document as a file."""

    FILE_NAME = "classroom.json"

    @staticmethod
    def render(view: View) -> str:
        """Return the document's text."""
        return json.dumps(classroom(view), indent=1)


def classroom(view: View) -> dict[str, Any]:
    """GitHub Classroom's document. Its points are the rubric's, and hidden cases have no row of their own."""
    results = view.results
    tests = [_classroom_item(item) for item in results.rubric]
    tests = tests or [_classroom_case(case) for case in results.cases]
    status = "pass" if results.passed else "fail"
    return {"version": 1, "status": status, "max_score": results.max_score, "tests": tests}


def _classroom_item(item: RubricItem) -> dict[str, Any]:
    return _classroom_test(item.title or item.name, item.status, item.points, item.message, 0.0)


def _classroom_case(case: Case) -> dict[str, Any]:
    return _classroom_test(case.name, case.status, case.points, case.message, case.seconds)


def _classroom_test(name: str, status: Status, score: float, message: str, seconds: float) -> dict[str, Any]:
    words = {Status.PASSED: "pass", Status.ERROR: "error", Status.SKIPPED: "error"}
    return {
        "name": one_line(name),
        "status": words.get(status, "fail"),
        "score": score,
        "message": one_line(message),
        "test_code": "python -m grader",
        "filename": "",
        "line_no": 0,
        "duration": round(seconds * 1000),
    }


def _annotation(file: str, mark: Annotation) -> str:
    where = _position(file, mark.line, mark.column)
    return f"{where}title={command_property(mark.title)}::{command_data(mark.text)}"


def _position(file: str, line: int, column: int) -> str:
    if not line:
        return f"file={command_property(file)},"
    position = f"file={command_property(file)},line={line},endLine={line},"
    return f"{position}col={column}," if column else position


def _at_most(command: str, messages: list[str]) -> list[str]:
    messages = list(dict.fromkeys(messages))
    lines = [f"::{command} {message}" for message in messages]
    if len(lines) > MAX_OF_A_KIND:
        more = len(lines) - MAX_OF_A_KIND + 1
        lines = [*lines[: MAX_OF_A_KIND - 1], f"::{command} title=And {more} more::The step summary lists all of them."]
    return lines


def command_data(text: str) -> str:
    """The message of a GitHub workflow command, as the Actions toolkit escapes it; `##[` starts an older command."""
    text = plain(text, 4000).replace("##[", "## [")
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """A property of a GitHub workflow command (`file`, `title`)."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")
