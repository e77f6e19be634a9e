"""Gradescope's `results.json`: a test for each case and each rubric item, hidden where the case is hidden."""

from __future__ import annotations

import json
from typing import Any

from grader.plaintext import one_line, plain
from grader.report.exports.findings import describe
from grader.results import Case, Finding, Results, RubricItem, Status, Words
from grader.visibility import for_student

FILE_NAME = "gradescope.json"


def render(results: Results) -> str:
    """The text of the file that Gradescope reads from `/autograder/results/results.json`."""
    return json.dumps(document(results), indent=1, ensure_ascii=True, allow_nan=False)


def document(results: Results) -> dict[str, Any]:
    """The document as plain values. The total is the grader's own, so rounding of the parts cannot change it."""
    shown = for_student(results)
    tests = []
    for section, seen in zip(results.sections, shown.sections, strict=True):
        known = ((case, (seen if case in seen.cases else section).findings) for case in section.cases)
        tests += [_case_test(case, findings, section.words) for case, findings in known]
    tests += [_rubric_test(item, _findings_in(shown, item)) for item in _items_beside_cases(shown, results.cases)]
    return {
        "score": round(results.score, 4),
        "execution_time": round(shown.seconds, 3),
        "output": _summary(shown),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [{**test, "number": str(number)} for number, test in enumerate(tests, start=1)],
        "extra_data": _extra_data(results),
    }


def fault(message: str) -> str:
    """What Gradescope gets when the grader itself failed: no score, so that nobody loses points by it."""
    output = f"The grader itself failed. This is not your fault, and no score was recorded.\n\n{plain(message, 4000)}"
    return json.dumps({"output": output, "output_format": "text", "visibility": "visible", "tests": []}, indent=1)


def _summary(results: Results) -> str:
    parts = [plain(results.verdict)]
    if results.fix_first:
        parts.append(f"Fix first: {plain(results.fix_first)}")
    errors = [message for message in results.compile.diagnostics if message.severity == "error"]
    parts += [f"{one_line(error.file)}:{error.line}: {plain(error.message)}" for error in errors[:10]]
    parts += [plain(f"Not measured: {text}") for text in results.not_measured]
    return "\n\n".join(parts)


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


def _items_beside_cases(results: Results, cases: tuple[Case, ...]) -> list[RubricItem]:
    """All rubric items but the one whose points the cases carry already."""
    by_cases = sum(case.max_points for case in cases)
    if not by_cases:
        return list(results.rubric)
    carried = [item for item in results.rubric if abs(item.max_points - by_cases) < 1e-6][:1]
    named = [item for item in results.rubric if _is(item, "correctness")]
    return [item for item in results.rubric if item not in (named or carried)]


def _is(item: RubricItem, name: str) -> bool:
    """Whether the item is the one of this name, in whatever part."""
    return item.name.rpartition("/")[2] == name


def _findings_in(results: Results, item: RubricItem) -> tuple[Finding, ...]:
    """Those of the item's part."""
    part = item.name.rpartition("/")[0]
    return next((each.results.findings for each in results.parts if each.name == part), results.findings)


def _case_test(case: Case, findings: tuple[Finding, ...], words: Words) -> dict[str, Any]:
    lines = [text for text in (case.title, case.message) if text]
    lines += [describe(finding) for finding in findings if finding.case == case.name][:5]
    return {
        "name": one_line(f"{case.name} ({words.variant} {case.tile_width})"),
        "name_format": "text",
        "score": round(case.points, 4),
        "max_score": round(case.max_points, 4),
        "output": plain("\n\n".join(lines)),
        "output_format": "text",
        "visibility": case.visibility.value,
        "tags": [one_line(case.family)],
        **_status(case.status),
    }


def _rubric_test(item: RubricItem, findings: tuple[Finding, ...]) -> dict[str, Any]:
    lines = [item.message] if item.message else []
    if _is(item, "safety"):
        lines += [describe(finding) for finding in findings[:20]]
    return {
        "name": one_line(item.title or item.name),
        "name_format": "text",
        "score": round(item.points, 4),
        "max_score": round(item.max_points, 4),
        "output": plain("\n\n".join(lines)),
        "output_format": "text",
        "visibility": "visible",
        **_status(item.status),
    }


def _status(status: Status) -> dict[str, str]:
    """Gradescope knows two words; what the grader itself failed to do gets neither."""
    if status is Status.PASSED:
        return {"status": "passed"}
    if status in (Status.FAILED, Status.TIMEOUT):
        return {"status": "failed"}
    return {}
