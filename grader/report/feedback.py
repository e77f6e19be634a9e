"""What course systems show: rows with points, and feedback as text, by itself or as remarks in the student's file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from grader.plaintext import one_line, plain, points_of
from grader.report.findings import describe
from grader.report.format import joined, plural
from grader.report.mistakes import fix_first_of
from grader.results import Case, Finding, Results, RubricItem, Severity, Status, Visibility, Words
from grader.results.base import variant_name
from grader.results.kinds import KERNEL_RULES, SafetyRule
from grader.words.tables import short_names

FINDINGS_TOLD = 20
LINES_TOLD = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLine:
    """The score, or blanks of its length; and of each rubric item a short name, its points, and what it lacks."""

    score: str
    items: tuple[str, ...]


def points_lines(results: Results) -> tuple[PointsLine, ...]:
    """The points in a line, one for each part."""
    score = points_of(results.score, results.max_score)
    lines = []
    for number, (title, section) in enumerate(zip(_titles(results), results.sections, strict=True)):
        items = [_item_words(section, item) for item in section.rubric]
        if title and items:
            items[0] = f"{title}: {items[0]}"
        lines.append(PointsLine(score=score if number == 0 else " " * len(score), items=tuple(items)))
    return tuple(lines)


def _titles(results: Results) -> list[str]:
    return [part.title for part in results.parts] or [""]


def _item_words(results: Results, item: RubricItem) -> str:
    """`safe 12/20 (bounds)`."""
    short = short_names()
    name = results.performance.criterion if item.name == "performance" and results.performance else item.name
    known = short[name].short if name in short else (item.title or item.name)
    earned = points_of(item.points, item.max_points).replace(" of ", "/")
    lacks = _lacking(results, item) if item.points < item.max_points else []
    return one_line(f"{known} {earned}{f' ({joined(lacks)})' if lacks else ''}")


def _lacking(results: Results, item: RubricItem) -> list[str]:
    """The rules of an item that are broken; none where its own message says as much."""
    rules = [rule.label for rule in SafetyRule]
    failed = [each for each in results.requirements if each.status is Status.FAILED and each.message != item.message]
    if item.name == "safety":
        kernels = [rule.label for rule in KERNEL_RULES]
        return [short_names()[each.name].short for each in failed if each.name in kernels]
    unmet = [each.name for each in failed if each.name not in rules and each.counted]
    if item.name not in ("tiling", "requirements"):
        return []
    if not unmet:
        return [] if all(each.counted for each in failed) else ["results are wrong"]
    return [f"not met: {unmet[0]}", *([f"{len(unmet) - 1} more"] if len(unmet) > 1 else [])]


def cases_line(results: Results) -> str:
    """How many cases pass, and the first that does not, with its sizes; empty where all pass, or none was run."""
    right = sum(case.status is Status.PASSED for case in results.cases)
    if right == len(results.cases):
        return ""
    told = f"{right} of {plural(len(results.cases), 'case')} pass"
    others = [
        f"{amount} {words}"
        for status, words in ((Status.SKIPPED, "not run"), (Status.ERROR, "the grader’s fault"))
        if (amount := sum(case.status is status for case in results.cases))
    ]
    for section in results.sections:
        for case in section.cases:
            if case.status in (Status.FAILED, Status.TIMEOUT):
                what = "does not end" if case.status is Status.TIMEOUT else "fails"
                return "; ".join([told, *others, f"first that {what}: {case.name} ({section.words.tell(case.values)})"])
    return "; ".join([told, *others])


def feedback_text(results: Results) -> str:
    """What counts, the verdict, what to fix first, points by item, findings; of what the student may see."""
    parts = [f"{results.assignment}: {points_of(results.final, results.max_score)} points"]
    parts += [step.words for step in results.adjustments]
    parts += [f"Fix first: {fix_first_of(results)}"] if results.fix_first else []
    parts.append(results.verdict)
    parts.append(
        "\n".join(
            f"{item.title or item.name}: {points_of(item.points, item.max_points)}. {item.message}".strip()
            for item in results.rubric
        )
    )
    parts += [describe(finding) for finding in results.findings[:FINDINGS_TOLD]]
    return "\n\n".join(plain(part) for part in parts if part) + "\n"


def remarked_source(results: Results) -> str:
    """The student's file with the feedback above it, and each finding below its line, as comments."""
    remarks: dict[int, list[str]] = defaultdict(list)
    for each in results.compile.diagnostics:
        if each.severity == "error":
            remarks[each.line].append(each.message)
    for finding in results.findings[:FINDINGS_TOLD]:
        if finding.severity is not Severity.GRADER and finding.line:
            remarks[finding.line].append(finding.message)
    head = [f"// {line}".rstrip() for line in feedback_text(results).splitlines()]
    source = plain(results.submission.source, 1 << 20).split("\n")[:LINES_TOLD]
    body: list[str] = []
    for number, line in enumerate(source, 1):
        body.append(line)
        body += [f"// ^^^ line {number}: {one_line(words)}" for words in dict.fromkeys(remarks[number])]
    return "\n".join([*head, "//", *body]).rstrip("\n") + "\n"


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


def points_rows(shown: Results, graded: Results) -> list[PointsRow]:
    """The families of each part, then the rubric items whose points these do not carry already.

    `graded` has the hidden cases that `shown` lacks.
    """
    rows: list[PointsRow] = []
    for title, section, seen in zip(_titles(graded), graded.sections, shown.sections, strict=True):
        rows += _families(title, section, seen)
    return rows + [_item(item, shown) for item in _items_beside_cases(shown, graded.cases)]


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
            text=_family_text(cases, findings, section.words),
            visibility=visibility,
            family=family,
        )


def _together(cases: list[Case]) -> Status:
    """Failed where one is; the grader's own faults and what was left out make neither."""
    ended = {case.status for case in cases}
    if ended & {Status.FAILED, Status.TIMEOUT}:
        return Status.FAILED
    return Status.ERROR if Status.ERROR in ended else Status.PASSED if Status.PASSED in ended else Status.SKIPPED


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


def _items_beside_cases(results: Results, cases: tuple[Case, ...]) -> list[RubricItem]:
    """All rubric items but the one whose points the cases carry already."""
    by_cases = sum(case.max_points for case in cases)
    if not by_cases:
        return list(results.rubric)
    carried = [item for item in results.rubric if abs(item.max_points - by_cases) < 1e-6][:1]
    named = [item for item in results.rubric if item.name.rpartition("/")[2] == "correctness"]
    return [item for item in results.rubric if item not in (named or carried)]


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
