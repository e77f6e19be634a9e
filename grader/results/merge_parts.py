"""Merge the results of several parts into the results of the whole assignment.

`whole` recomputes everything that follows from the parts; call it after any change of a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from grader.plaintext import points_of
from grader.results.base import added
from grader.results.cases import Case
from grader.results.compiling import Compile
from grader.results.findings import Finding
from grader.results.graded import Part, Requirement, Results, RubricItem, Submission
from grader.results.performance import LineCount
from grader.results.vocabulary import Words

_POINTS = re.compile(r": [\d.e+-]+ of [\d.e+-]+ points\.$")
T = TypeVar("T")


def whole_of(assignment: str, submission: Submission, reproduce: str, parts: Sequence[Part]) -> Results:
    """Return one submission's results, made from those of its parts (at least one)."""
    first = parts[0].results
    made = Results(
        assignment=assignment, submission=submission, device=first.device, seed=first.seed, score=0, max_score=0,
        passed=False, verdict="", compile=first.compile, environment=first.environment, reproduce=reproduce,
    )  # fmt: skip
    return whole(made, parts)


def whole(results: Results, parts: Sequence[Part]) -> Results:
    """Return the results with these parts. Recordings, maps, counts and sweeps are only in the parts."""
    each = [part.results for part in parts]
    score, worth = (added(getattr(one, name) for one in each) for name in ("score", "max_score"))
    passed = all(one.passed for one in each)
    lacking = next((one for one in each if one.fix_first), each[0])
    return results.model_copy(
        update={
            "parts": tuple(part.model_copy(update={"results": _without_source(part.results)}) for part in parts),
            "words": each[0].words if len({one.words for one in each}) == 1 else Words(),
            "score": score,
            "max_score": worth,
            "passed": passed,
            "verdict": _verdict(parts, f"{points_of(score, worth)} points.", passed=passed, all_points=score >= worth),
            "fix_first": lacking.fix_first,
            "cause": lacking.cause,
            "compile": _compile([one.compile for one in each]),
            "cases": tuple(_in_brief(case) for one in each for case in one.cases),
            "findings": tuple(_plain(finding) for one in each for finding in one.findings),
            "requirements": tuple(_requirement(part, item) for part in parts for item in part.results.requirements),
            "rubric": tuple(_item(part, item) for part in parts for item in part.results.rubric),
            "lines": _lines(row for one in each for row in one.lines),
            "output": "".join(one.output for one in each),
            "not_measured": _unique(text for one in each for text in one.not_measured),
            "seconds": round(sum(one.seconds for one in each), 4),
            "hidden": sum(one.hidden for one in each),
        }
    )


def _without_source(results: Results) -> Results:
    """Return a part's results without the source, which the whole contains."""
    return results.model_copy(update={"submission": results.submission.model_copy(update={"source": ""})})


def _verdict(parts: Sequence[Part], points: str, *, passed: bool, all_points: bool) -> str:
    if passed:
        return f"Everything {'' if all_points else 'required '}passes: {points}"
    said = ((part.title, _POINTS.sub("", part.results.verdict)) for part in parts)
    told = (f"{title}: {words[:1].lower()}{words[1:]}" for title, words in said)
    return f"{'; '.join(told)}: {points}"


def _compile(each: Sequence[Compile]) -> Compile:
    return Compile(
        ok=all(one.ok for one in each),
        compiler=each[0].compiler,
        diagnostics=_unique(item for one in each for item in one.diagnostics),
        seconds=round(sum(one.seconds for one in each), 4),
        resources=tuple(row for one in each for row in one.resources),
        notes=_unique(note for one in each for note in one.notes),
    )


def _in_brief(case: Case) -> Case:
    return case.model_copy(update={"map": None, "first": None, "worst": None, "explanations": ()})


def _plain(finding: Finding) -> Finding:
    return finding.model_copy(update={"occurrences": ()})


def _requirement(part: Part, item: Requirement) -> Requirement:
    return item.model_copy(update={"name": f"{part.name}/{item.name}"})


def _item(part: Part, item: RubricItem) -> RubricItem:
    name, title = f"{part.name}/{item.name}", f"{part.title}: {item.title or item.name}"
    return item.model_copy(update={"name": name, "title": title})


def _lines(rows: Iterable[LineCount]) -> tuple[LineCount, ...]:
    """Merge the counts by line; for a line that several parts use, the first counts."""
    by_line: dict[int, LineCount] = {}
    for row in rows:
        by_line.setdefault(row.line, row)
    return tuple(by_line[line] for line in sorted(by_line))


def _unique(items: Iterable[T]) -> tuple[T, ...]:
    made: list[T] = []
    for item in items:
        if item not in made:
            made.append(item)
    return tuple(made)
