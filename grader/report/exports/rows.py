"""What was graded as a few rows with points, for systems that show a list of tests: a family of cases is one row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.plaintext import one_line, plain
from grader.report.exports.findings import describe
from grader.report.redact import for_student
from grader.results import Case, Finding, Results, RubricItem, Status, Visibility

CASES_TOLD = 8
FINDINGS_TOLD = 5


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


def points_rows(results: Results) -> list[PointsRow]:
    """The families of each part, then the rubric items whose points these do not carry already."""
    shown = for_student(results)
    rows: list[PointsRow] = []
    titles = [part.title for part in results.parts] or [""]
    for title, section, seen in zip(titles, results.sections, shown.sections, strict=True):
        rows += _families(title, section, seen)
    return rows + [_item(item, _findings_in(shown, item)) for item in _items_beside_cases(shown, results.cases)]


def _families(title: str, section: Results, seen: Results) -> Iterator[PointsRow]:
    families: dict[tuple[str, Visibility], list[Case]] = {}
    for case in section.cases:
        families.setdefault((case.family, case.visibility), []).append(case)
    for (family, visibility), cases in families.items():
        findings = (section if visibility.hides else seen).findings
        name = cases[0].title or family
        yield PointsRow(
            name=one_line(f"{title}: {name}" if title else name),
            points=sum(case.points for case in cases),
            max_points=sum(case.max_points for case in cases),
            status=_together(cases),
            text=_family_text(cases, findings, section.words.variant),
            visibility=visibility,
            family=family,
        )


def _together(cases: list[Case]) -> Status:
    """Failed where one is; the grader's own faults and what was left out make neither."""
    ended = {case.status for case in cases}
    if ended & {Status.FAILED, Status.TIMEOUT}:
        return Status.FAILED
    return Status.ERROR if Status.ERROR in ended else Status.PASSED if Status.PASSED in ended else Status.SKIPPED


def _family_text(cases: list[Case], findings: tuple[Finding, ...], variant: str) -> str:
    others = [case for case in cases if case.status is not Status.PASSED]
    lines = [f"{len(cases) - len(others)} of {len(cases)} cases are right."]
    lines += [
        f"{case.name} ({variant} {case.tile_width}): {case.message or case.status.value}"
        for case in others[:CASES_TOLD]
    ]
    if len(others) > CASES_TOLD:
        lines.append(f"… and {len(others) - CASES_TOLD} more")
    names = {case.name for case in cases}
    told = [describe(finding) for finding in findings if finding.case in names]
    return plain("\n\n".join([*lines, *told[:FINDINGS_TOLD]]))


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


def _item(item: RubricItem, findings: tuple[Finding, ...]) -> PointsRow:
    lines = [item.message] if item.message else []
    if _is(item, "safety"):
        lines += [describe(finding) for finding in findings[:20]]
    return PointsRow(
        name=one_line(item.title or item.name), points=item.points, max_points=item.max_points, status=item.status,
        text=plain("\n\n".join(lines)),
    )  # fmt: skip
