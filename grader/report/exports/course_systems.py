"""What course systems read: Gradescope's and PrairieLearn's documents, Autolab's output, GitHub Classroom's points.

All are made of rows with points. Hidden cases count everywhere. Gradescope is told which of its tests are hidden;
elsewhere nothing is told of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.plaintext import one_line, plain, points_of
from grader.report.mistakes import describe
from grader.report.page import brief_html
from grader.report.view import Form, View
from grader.results import Case, Finding, Results, RubricItem, Status, Visibility, Words
from grader.results.base import variant_name

FAULT = "The grader itself failed. This is not your fault"


def _text(document: object) -> str:
    return json.dumps(document, indent=1, allow_nan=False)


FINDINGS_TOLD = 20


def feedback_text(view: View) -> str:
    """Return what counts, the verdict, what to fix first, points by item, findings; of what the student may see."""
    results = view.results
    parts = [f"{results.assignment}: {points_of(results.final, results.max_score)} points"]
    parts += [step.words for step in results.adjustments]
    parts += [f"Fix first: {view.fix_first}"] if view.fix_first else []
    parts.append(results.verdict)
    parts.append(
        "\n".join(
            f"{item.title or item.name}: {points_of(item.points, item.max_points)}. {item.message}".strip()
            for item in results.rubric
        )
    )
    parts += [describe(finding) for finding in results.findings[:FINDINGS_TOLD]]
    return "\n\n".join(plain(part) for part in parts if part) + "\n"


# -- rows: families of cases, and rubric items -------------------------------------------------------------------------

CASES_TOLD = 8
FINDINGS_OF_A_ROW = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """A family of cases, or a rubric item; `text` holds nothing that the row's visibility does not allow."""

    name: str
    points: float
    max_points: float
    status: Status
    text: str
    visibility: Visibility = Visibility.VISIBLE
    family: str = ""


def points_rows(view: View) -> list[PointsRow]:
    """Return the families of each part, hidden ones too, then the rubric items whose points these do not carry."""
    shown, graded = view.results, view.graded
    rows: list[PointsRow] = []
    titles = [part.title for part in graded.parts] or [""]
    for title, section, seen in zip(titles, graded.sections, shown.sections, strict=True):
        rows += _families(title, section, seen)
    by_cases = sum(case.max_points for case in graded.cases)
    carried = [item for item in shown.rubric if item.name.rpartition("/")[2] == "correctness"]
    carried = carried or [item for item in shown.rubric if abs(item.max_points - by_cases) < 1e-6][:1]
    return rows + [_item(item, shown) for item in shown.rubric if not by_cases or item not in carried]


def _families(title: str, section: Results, seen: Results) -> Iterator[PointsRow]:
    families: dict[tuple[str, Visibility], list[Case]] = {}
    for case in section.cases:
        families.setdefault((case.family, case.visibility), []).append(case)
    for (family, visibility), cases in families.items():
        findings = (section if visibility.hides else seen).findings
        name = cases[0].title or family
        ended = {case.status for case in cases}  # the grader's own faults and what was left out make none failed
        order = (Status.FAILED, Status.ERROR, Status.PASSED, Status.SKIPPED)
        status = Status.FAILED if Status.TIMEOUT in ended else next(each for each in order if each in ended)
        yield PointsRow(
            name=one_line(f"{title}: {name}" if title else name),
            points=sum(case.points for case in cases),
            max_points=sum(case.max_points for case in cases),
            status=status,
            text=_family_text(cases, findings, section.words),
            visibility=visibility,
            family=family,
        )


def _family_text(cases: list[Case], findings: tuple[Finding, ...], words: Words) -> str:
    others = [case for case in cases if case.status is not Status.PASSED]
    lines = [f"{len(cases) - len(others)} of {len(cases)} cases are right."]
    lines += [
        f"{case.name}{place}: {case.message or case.status.value}"
        for case in others[:CASES_TOLD]
        for place in [f" ({words.variant} {variant_name(case.tile_width)})" if words.width else ""]
    ]
    if len(others) > CASES_TOLD:
        lines.append(f"… and {len(others) - CASES_TOLD} more")
    names = {case.name for case in cases}
    told = [describe(finding) for finding in findings if finding.case in names]
    return plain("\n\n".join([*lines, *told[:FINDINGS_OF_A_ROW]]))


def _item(item: RubricItem, results: Results) -> PointsRow:
    part, _, name = item.name.rpartition("/")
    lines = [item.message] if item.message else []
    if name in ("safety", "host"):
        findings = next((each.results.findings for each in results.parts if each.name == part), results.findings)
        lines += [describe(finding) for finding in findings[:20]]
    return PointsRow(
        name=one_line(item.title or item.name), points=item.points, max_points=item.max_points, status=item.status,
        text=plain("\n\n".join(lines)),
    )  # fmt: skip


# -- Gradescope: `/autograder/results/results.json`, a test for each family of cases and each rubric item --------------


_ENDED = {Status.PASSED: "passed", Status.FAILED: "failed", Status.TIMEOUT: "failed"}


def gradescope_document(view: View) -> dict[str, Any]:
    """Return the document. The total is the grader's own, so rounding of the parts cannot change it.

    There is no score where nothing could be graded.
    """
    graded = view.graded
    if graded.refused is not None:
        said = plain(view.results.verdict, 4000)
        return {"output": said, "output_format": "text", "visibility": "visible", "tests": []}
    return {
        "score": round(view.results.score, 4),
        "execution_time": round(view.results.seconds, 3),
        "output": brief_html(view),
        "output_format": "html",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": row.name,
                "name_format": "text",
                **_points(row),
                "output": row.text,
                "output_format": "text",
                "visibility": row.visibility.value,
                **({"tags": [one_line(row.family)]} if row.family else {}),
                # Two statuses are known there; what the grader itself failed to do gets neither.
                **({"status": _ENDED[row.status]} if row.status in _ENDED else {}),
                "number": str(number),
            }
            for number, row in enumerate(points_rows(view), start=1)
        ],
        "extra_data": {  # for the instructor's own scripts; students do not see it
            "schema": graded.schema_,
            "assignment": graded.assignment,
            "sha256": graded.submission.sha256,
            "seed": graded.seed,
            "device": graded.device.kind,
            "findings": sorted({finding.kind.value for finding in graded.findings}),
        },
    }


def _points(row: PointsRow, name: str = "score", most: str = "max_score") -> dict[str, float]:
    return {name: round(row.points, 4), most: round(row.max_points, 4)}


def nothing_for_gradescope(problem: str, max_score: float) -> str:
    """Return the document where there is nothing to grade: the student is told what is missing."""
    test = {"name": "The file to grade", "score": 0, "max_score": max_score, "status": "failed", "output": problem}
    return json.dumps(
        {"score": 0, "output": problem, "output_format": "text", "visibility": "visible", "tests": [test]}
    )


def fault_for_gradescope(message: str) -> str:
    """Return the document where the grader itself failed: no score, so that nobody loses points by it."""
    output = f"{FAULT}, and no score was recorded.\n\n{plain(message, 4000)}"
    return _text({"output": output, "output_format": "text", "visibility": "visible", "tests": []})


GRADESCOPE = Form("gradescope.json", lambda view: _text(gradescope_document(view)))


# -- PrairieLearn: `/grade/results/results.json`, as its element `pl-external-grader-results` shows it -----------------

MOST_CHARACTERS = 20_000
"""Of a row: the file may have 1 MB, and a score of rows stay well below."""


def _prairielearn(view: View) -> str:
    """Return the document: hidden cases are one row of points alone; a text that does not compile costs no attempt."""
    shown = view.results
    if view.graded.fault is not None:
        return PRAIRIELEARN_FAULT
    if shown.refused is not None:
        return ungradable(shown.verdict)
    if not shown.compile.ok and view.errors:
        return ungradable(*(f"line {each.line}: {one_line(each.message)}" for each in view.errors[:20]))
    rows = [row for row in points_rows(view) if not row.visibility.hides]
    if hidden := [row for row in points_rows(view) if row.visibility.hides]:
        earned, most = (sum(getattr(row, name) for row in hidden) for name in ("points", "max_points"))
        rows.append(
            PointsRow(
                name="Hidden cases",
                points=earned,
                max_points=most,
                status=Status.SKIPPED,
                text="These cases are not shown.",
            )
        )
    first = [f"Fix first: {plain(view.fix_first, 4000)}"] if view.fix_first else []
    document = {
        "gradable": True,
        "score": round(min(1.0, shown.final / shown.max_score), 6) if shown.max_score else 0.0,
        "message": "\n\n".join([*(step.words for step in shown.adjustments), *first, plain(shown.verdict, 4000)]),
        "tests": [
            {"name": row.name, **_points(row, "points", "max_points"), "message": plain(row.text, MOST_CHARACTERS)}
            for row in rows
        ],
    }
    return _text(document)


def ungradable(*problems: str) -> str:
    """Return PrairieLearn's document where nothing was graded: the reasons, no score, no attempt counted."""
    return _text({"gradable": False, "format_errors": [plain(problem, 4000) for problem in problems]})


PRAIRIELEARN_FAULT = ungradable(f"{FAULT}, and no attempt was counted; please tell your instructor.")
PRAIRIELEARN = Form("prairielearn.json", _prairielearn)


# -- Autolab: the feedback, a line that it shows as a table, and the scores, last of all. Its problems are rubric items

STAGE = "Tests"
AUTOLAB_FAULT = f'{FAULT}; please tell your instructor.\n{{"scores": {{}}}}\n'


def autolab(view: View, problems: Iterable[str] = ()) -> str:
    """Return all that goes to standard output; no scores where the grader itself failed.

    Of the `problems`, what the results do not have was not earned: a text that does not compile is asked no more.
    """
    if view.graded.fault is not None:
        return AUTOLAB_FAULT
    if view.graded.refused is not None:
        return f"{plain(view.results.verdict, 4000)}\n{_scores((), {})}"
    tests: dict[str, dict[str, object]] = {}
    for row in points_rows(view):
        if not row.visibility.hides:
            passed = row.status is Status.PASSED
            tests[row.name] = {"passed": passed} | ({} if passed else {"hint": one_line(row.text, 300)})
    table = {"_presentation": "semantic", "stages": [STAGE], STAGE: tests}
    earned = {item.name: round(item.points, 4) for item in view.results.rubric}
    return f"{feedback_text(view)}{json.dumps(table, allow_nan=False)}\n{_scores(problems, earned)}"


def nothing_for_autolab(problem: str, problems: Iterable[str]) -> str:
    """Return the output where there is nothing to grade: no points, and what is missing."""
    return f"{plain(problem, 4000)}\n{_scores(problems, {})}"


def _scores(problems: Iterable[str], earned: dict[str, float]) -> str:
    return json.dumps({"scores": {**dict.fromkeys(problems, 0), **earned}}, allow_nan=False) + "\n"


AUTOLAB = Form("autolab.txt", autolab)


# -- GitHub Classroom --------------------------------------------------------------------------------------------------


def classroom_document(view: View) -> dict[str, Any]:
    """Return GitHub Classroom's document. Its points are the rubric's, and hidden cases have no row of their own."""
    results, words = view.results, {Status.PASSED: "pass", Status.ERROR: "error", Status.SKIPPED: "error"}
    rows: list[tuple[str, RubricItem | Case, float]] = [(item.title or item.name, item, 0.0) for item in results.rubric]
    tests = [
        {
            "name": one_line(name),
            "status": words.get(item.status, "fail"),
            "score": item.points,
            "message": one_line(item.message),
            "test_code": "python -m grader",
            "filename": "",
            "line_no": 0,
            "duration": round(seconds * 1000),
        }
        for name, item, seconds in rows or [(case.name, case, case.seconds) for case in results.cases]
    ]
    status = "pass" if results.passed else "fail"
    return {"version": 1, "status": status, "max_score": results.max_score, "tests": tests}


CLASSROOM = Form("classroom.json", lambda view: json.dumps(classroom_document(view), indent=1))
