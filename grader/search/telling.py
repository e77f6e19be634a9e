"""Tell a cause: find its lines in the submission, and hide what an assignment does not show.

The table of known mistakes words a proved cause, and no longer guesses one: hints about something else are removed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import partial

from grader.assignment import HintLevel
from grader.results import Cause, EditedLine, Explanation, Finding, Severity
from grader.results.kinds import KINDS, FoundBy
from grader.words.tables import edit_kinds


def line_before(before: str, after: str, line: int) -> int:
    """Where line `line` of `after` stands in `before`; the line above, where it is new."""
    first, last, begin = next((i, j, k) for _, i, j, k, end in _blocks(before, after) if k < line <= end)
    return min(first + line - begin, max(last, 1))


def changed_lines(before: str, after: str) -> tuple[int, ...]:
    """The lines of `before` that `after` changes, or behind which it adds some."""
    return tuple(
        line
        for kind, first, last, _, _ in _blocks(before, after)
        if kind != "equal"
        for line in (range(first + 1, last + 1) if last > first else (first,))
    )


def _blocks(before: str, after: str) -> Sequence[tuple[str, int, int, int, int]]:
    """Which lines of two texts are equal, and what became of the others."""
    return difflib.SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False).get_opcodes()


def agreeing(findings: Sequence[Finding], cause: Cause) -> tuple[Finding, ...]:
    """The findings, each with its hint only where that is about the proved cause: its line, and its idea."""
    if not cause.proved or not cause.kind:
        return tuple(findings)
    known = edit_kinds().get(cause.kind.removesuffix(" twice"))
    topics = known.topics if known else ()
    return tuple(
        finding
        if finding.severity is not Severity.ERROR
        or (finding.topic in topics and _touches(finding, cause))
        or (cause.compiles and _suggests(finding, cause))
        else finding.model_copy(update={"hint": None})
        for finding in map(partial(_without_rivals, cause, "boundaries" in topics), findings)
    )


def _without_rivals(cause: Cause, asks: bool, finding: Finding) -> Finding:
    """The finding without what was measured of a condition that is right: it would lead there.

    `asks` is whether the cause may be one that a condition mends.
    """

    def rivals(told: Explanation) -> bool:
        if told.name not in ("way-asked", "way-counts"):
            return False
        is_index = told.name == "way-counts"
        return {told.facts["guard_on"], told.facts["line"] if asks or is_index else 0}.isdisjoint(cause.lines)

    kept = (
        seen.model_copy(update={"explanations": tuple(each for each in seen.explanations if not rivals(each))})
        for seen in finding.occurrences
    )
    return finding.model_copy(update={"occurrences": tuple(kept)})


def beside_findings(cause: Cause, findings: Sequence[Finding]) -> Cause:
    """The cause without the sizes of its case, where the finding that it is told of names the same one before it."""
    errors = [each for each in findings if each.severity is Severity.ERROR and each.occurrences]
    if cause.instead is None or not errors:
        return cause
    first = next((each for each in errors if each.line == cause.line), errors[0])
    brought = {told.facts.get("element") for told in first.occurrences[0].explanations if told.name == "way-read"}
    if cause.instead.facts.get("meant") in brought:  # of another turn of a loop: there it is right, and here it is not
        return cause.model_copy(update={"instead": None})
    shown, facts = first.occurrences[0], dict(cause.instead.facts)
    # The sizes of an array that was passed are told there, and those of a wrong number's case.
    sized = KINDS[first.kind].source is FoundBy.COMPARISON or bool(shown.extent and not shown.declared)
    if facts.pop("case", "") == shown.case and facts.get("small") and cause.second is None and sized:
        del facts["small"]
    elif facts.get("small", "") in {told.facts.get("small") for told in shown.explanations}:
        facts["there"] = 1
    return cause.model_copy(update={"instead": cause.instead.model_copy(update={"facts": facts})})


def _suggests(finding: Finding, cause: Cause) -> bool:
    """True if a hint names what the change writes, as the compiler's suggestion of another name may."""
    named = re.search(r"mean (\w+)", finding.hint or "")
    added = [line for line in cause.edit.split("\n") if line.startswith("+")]
    return named is not None and any(re.search(rf"\b{named[1]}\b", line) for line in added)


def _touches(finding: Finding, cause: Cause) -> bool:
    """Whether the finding, or the other party of a race, is on a line that changes."""
    others = (seen.other.line for seen in finding.occurrences if seen.other)
    return not {finding.line, *others}.isdisjoint(cause.lines)


def as_far_as(cause: Cause, level: HintLevel) -> Cause:
    """What an assignment shows of a cause: the line, what is wrong there, or also the change."""
    if level == "fix":
        return cause
    if level == "why":
        return cause.model_copy(update={"edit": ""})
    second = cause.second and EditedLine(line=cause.second.line, removes=cause.second.removes)
    return Cause(
        line=cause.line, removes=cause.removes, second=second,
        proved=cause.proved, compiles=cause.compiles, lines=cause.lines,
    )  # fmt: skip
