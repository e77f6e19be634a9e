"""Turn facts into sentences: of findings, cases and rules that failed, and of what to fix first.

This is the last step of grading, and of `redact`: what a student may not see is taken out of the facts, and `worded`
says anew what is left. The sentences of findings stand in `grader/words/findings.yaml`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.report.causes import (
    both_words,
    first_words,
    in_words,
    measured,
    measured_words,
    mistake_shown,
    must_words,
    quotable,
    says_all,
)
from grader.report.format import apart, count, dim3, plural
from grader.results import (
    Case,
    Cause,
    EditedLine,
    Finding,
    Kind,
    Occurrence,
    Requirement,
    Results,
    Severity,
    Status,
    Words,
    in_source,
)
from grader.results.kinds import KINDS, FoundBy, SafetyRule, kinds_from
from grader.words import words as words_of
from grader.words.tables import finding_words

# No GPU has memory here: addresses that an index adds to, or takes from, a null pointer.
_NEAR_NULL = 1 << 32
_SIGN = 1 << 31


def worded_finding(finding: Finding, words: Words) -> Finding:
    """The finding with the sentence, and the facts of its first occurrence; as it is where it has no occurrences.

    `words` are the lab's.
    """
    if not finding.occurrences:
        return finding
    first = finding.occurrences[0]
    return finding.model_copy(
        update={
            "case": first.case,
            "block": first.block,
            "thread": first.thread,
            "other": first.other,
            "index": first.index,
            "object": element(finding.array, first, words),
            "address": first.offset,
            "count": sum(occurrence.count for occurrence in finding.occurrences),
            "message": message(finding, first, words),
        }
    )


def message(finding: Finding, occurrence: Occurrence, words: Words) -> str:
    """What happened in one of the finding's cases."""
    text = occurrence.said
    if not text:
        text = finding_words()[finding.kind.value].says(_facts(finding, occurrence, words)).strip()
        if KINDS[finding.kind].source is not FoundBy.COMPARISON:
            text = f"{text} {in_words(occurrence.explanations)}".strip()
    return text + words_of("findings")["unseen"]() if occurrence.unseen else text


def element(array: str | None, occurrence: Occurrence, words: Words) -> str | None:
    """The element as the source writes it: `As[0][16]` may lie outside, then its index says so."""
    whole, offset = occurrence.array_bytes or 0, occurrence.offset or 0
    struct = offset >= whole > (occurrence.size or whole) and occurrence.index == (offset // whole,)
    if array and struct and not occurrence.declared:  # it is one, and no array of them
        return f"byte {offset} of {array}"
    if array is None or occurrence.index:
        return array and in_source(array, occurrence.index, words.members_of(array))
    return f"byte {occurrence.offset} of {array}" if occurrence.offset else array


def title_of(finding: Finding) -> str:
    """What readers call the finding."""
    left_out = any(seen.missing == "lane" for seen in finding.occurrences[:1])
    return finding_words()[finding.kind.value].title(left_out=left_out)


def first_wrong(at: Occurrence | Case, words: Words) -> str:
    """What the first wrong element holds, and what it should; older versions kept another one."""
    cell = at.first or at.worst
    if cell is None:
        return ""
    got, expected = apart(cell.got, cell.expected)
    return words_of("findings")["first_wrong"](cell=words.cell(cell.index), got=got, expected=expected)


def _facts(finding: Finding, at: Occurrence, words: Words) -> dict[str, object]:
    """What the sentences of findings may name, of what was seen by a checker, a launch or in the results."""
    other, array, results = at.other, finding.array, words.about(finding.array)
    access, others = finding.access, other.access if other else ""
    stray, extent = at.stray_address, at.extent
    row, column = at.cell if at.cell is not None and len(at.cell) == 2 else ("", "")
    return {
        "thread": at.thread and dim3(at.thread),
        "block": at.block and dim3(at.block),
        "its_thread": dim3(at.thread or (0, 0, 0)),
        "its_block": dim3(at.block or (0, 0, 0)),
        "line": finding.line,
        "array": array,
        "element": element(array, at, words),
        "row": str(row),
        "column": str(column),
        "reads": access == "read",
        "writes": access == "write",
        "updates": access == "atomic",
        "other": other and dim3(other.thread),
        "other_block": other and other.block != at.block and dim3(other.block),
        "other_line": other and str(other.line),
        "same_line": other and other.line == finding.line,
        "other_read": others == "read",
        "other_wrote": others == "write",
        "other_updated": others == "atomic",
        **{name: at.missing == name for name in ("turns", "fence", "wait", "order")},
        "next_turn": at.next_turn,
        "turn_ahead": at.next_turn and access == "read" and others == "write" and other and other.line < finding.line,
        "chosen_by": at.chosen_by,
        "in_local": finding.space == "local",
        "in_shared": finding.space == "shared",
        "last_reached": at.at_once > 1 and len(at.index) == 1 and f"{array}[{at.index[0] + at.at_once - 1}]",
        "below_zero": len(at.index) == 1 and _SIGN <= at.index[0] < 2 * _SIGN and str(at.index[0] - 2 * _SIGN),
        "counted": len(at.index) > 1,
        "before_array": (at.offset or 0) < 0,
        "dims": "×".join(map(str, extent or ())),
        "elements": math.prod(extent or ()),
        "one_element": math.prod(extent or ()) <= 1,
        "one_dimension": extent is not None and len(extent) < 2,
        "declared": "".join(f"[{size}]" for size in at.declared),
        "declared_on": at.declared_on,
        "array_bytes": at.array_bytes,
        "null_address": stray == 0,
        "near_null": stray is not None and min(stray, (1 << 64) - stray) < _NEAR_NULL,
        "stray_address": stray is not None and f"{stray:#x}",
        "size": at.size,
        "case": at.case,
        "more_cases": plural(len(finding.cases) - 1, "more case") if len(finding.cases) > 1 else "",
        "sizes": words.tell(at.sizes) if at.sizes is not None else "",
        "output": results.output,
        "found": first_wrong(at, results),
        "explained": in_words(at.explanations),
    }


_ENDED = kinds_from(FoundBy.LAUNCH)
_SEEN_HAPPEN = (SafetyRule.RACES, SafetyRule.BARRIERS)
_NO_OTHER_RACE = (
    "No race was found but for what threads do that part ways at a barrier: nothing orders them from there on."
)
_RULES = {rule.label: rule for rule in SafetyRule}


def worded(results: Results) -> Results:
    """The results with what their facts say: of findings, of cases and rules that failed, and what to mend first."""
    findings = tuple(worded_finding(finding, results.words) for finding in results.findings)
    beyond, cause = results.beyond, results.cause
    if cause is not None and cause.remains is not None:
        cause = cause.model_copy(update={"remains": worded_finding(cause.remains, results.words)})
    if beyond is not None:  # with what was seen when each barrier was left out
        trials = (
            trial.model_copy(update={"found": tuple(worded_finding(item, results.words) for item in trial.found)})
            for trial in beyond.barriers
        )
        beyond = beyond.model_copy(update={"barriers": tuple(trials)})
    return results.model_copy(
        update={
            "findings": findings,
            "cases": tuple(_worded_case(case, findings, results.words) for case in results.cases),
            "requirements": tuple(_worded_requirement(item, findings) for item in results.requirements),
            "cause": cause,
            "fix_first": told.brief if (told := first_mistake(results, findings)) else "",
            "beyond": beyond,
        }
    )


Marked = tuple[int, int]
"""The first character of a line that is marked, from 0, and the one behind the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One mistake: its line (0 where there is none), what was `seen`, `why` it is wrong, and the `rule` that must hold.

    `brief` says what was seen and why in a sentence or two; of a proved cause it leaves out what was seen. The `cause`
    and the `finding` are what it is told of. `grader.report.mistakes` adds what a reader sees of it: the `title`, the
    line as `code` with the characters from `marked[0]` to `marked[1]` underlined, the `column` where these begin in the
    file, from 1, and as `effect` how many cases it makes wrong. `related` are further lines of its finding, each with
    what was `seen` there; a line of another file is in `brief` by its name, and has no code.
    """

    line: int
    seen: str = ""
    why: str = ""
    rule: str = ""
    brief: str = ""
    cause: EditedLine | None = None
    finding: Finding | None = None
    title: str = ""
    column: int = 0
    code: str = ""
    marked: Marked = (0, 0)
    effect: str = ""
    related: tuple[Mistake, ...] = ()

    @property
    def severity(self) -> Severity:
        """The finding's; an error where no finding shows it."""
        return self.finding.severity if self.finding else Severity.ERROR

    @property
    def reason(self) -> str:
        """Why it is wrong, and what must hold."""
        return f"{self.why} {self.rule}".strip()

    @property
    def text(self) -> str:
        """All in one paragraph, with the line."""
        return " ".join(part for part in (f"Line {self.line}:" if self.line else "", self.seen, self.reason) if part)


def of_finding(finding: Finding, line: int, seen: str, cause: Cause | None = None) -> Mistake:
    """Return the mistake that a finding shows: what was seen, then the finding's hint."""
    why = finding.hint or ""
    brief = f"{f'Line {line}: ' if line else ''}{seen} {why}".strip()
    related = _related(finding, line)
    return Mistake(line=line, seen=seen, why=why, brief=brief, cause=cause, finding=finding, related=related)


def _related(finding: Finding, line: int) -> tuple[Mistake, ...]:
    return tuple(
        Mistake(line=0 if each.file else each.line, seen=each.label, brief=f"{each.file}:{each.line}" * bool(each.file))
        for each in finding.related
        if each.file or each.line != line
    )


def first_mistake(results: Results, findings: Sequence[Finding]) -> Mistake | None:
    """The cause where one is proved, with what the table of known mistakes has to say of it; else what was seen.

    What the compiler says of a line is told in its own words, and threads that meet wrongly are told by name.
    """
    errors = [item for item in findings if item.severity is Severity.ERROR]
    first = next(iter(errors), None)
    said = None
    if first:
        # the line that stores to an array less than is read of it, where that is known
        short = next((each for each in measured(first)[-1:] if each.name == "way-unset"), None)
        line = int(short.facts.get("line", 0)) if short else 0
        said = of_finding(first, line or first.line, seen_from(line or first.line, first))
    cause = quotable(results)
    in_own_words = cause and cause.compiles and first and first.line == cause.line and (first.hint or not cause.proved)
    if cause is None or not cause.line or in_own_words:
        return said
    own = [item for item in errors if mistake_shown(cause, item) is cause]
    # what was measured may name the statement that leads past a barrier
    known = next((item for item in own if item.hint or any(each.name == "way-past" for each in measured(item))), None)
    if known is not None and cause.kind and KINDS[known.kind].rule in _SEEN_HAPPEN:
        return of_finding(known, cause.line, seen_from(cause.line, known), cause)
    # a thread that never comes to the barrier says more than the race that follows from it
    met = (item for item in own if KINDS[item.kind].rule is SafetyRule.BARRIERS)
    apart = [item for item in met if cause.line in (item.line, item.other and item.other.line)]
    shown = next(iter([*apart, *(item for item in own if item.line == cause.line), *own]), None)
    # what is advised of a host's call was written without knowing what mends it
    needs_no_hint = known is None or not cause.kind or says_all(cause) or KINDS[known.kind].source is FoundBy.CALLS
    hint = "" if needs_no_hint or known is None else known.hint or ""
    return Mistake(
        line=cause.line,
        seen=seen_from(cause.line, of_one_case(shown, results.words)) if shown else "",
        why=both_words(cause),
        rule=hint or must_words(cause),
        brief=" ".join(filter(None, (first_words(cause), measured_words(shown), hint))),
        cause=cause,
        finding=shown,
        related=_related(shown, cause.line) if shown else (),
    )


def seen_from(line: int, finding: Finding) -> str:
    """What was seen, told of the line that must change: with its own line where that is another one."""
    if finding.line in (0, line) or KINDS[finding.kind].source is FoundBy.COMPARISON:
        return finding.message  # a wrong number is of no line
    if KINDS[finding.kind].source is FoundBy.COMPILER:
        return f"On line {finding.line}: {finding.message}"
    own_lines = finding.kind in (Kind.EARLY_EXIT, Kind.BARRIER_DIVERGENCE)
    if own_lines or (finding.occurrences and finding.occurrences[0].chosen_by):
        return finding.message  # it names its lines, or the line is not that of the access
    begins_with_name = finding.array is not None and finding.message.startswith(finding.array)
    told = finding.message if begins_with_name else f"{finding.message[:1].lower()}{finding.message[1:]}"
    return f"On line {finding.line} {told}"


def of_one_case(finding: Finding, words: Words) -> Finding:
    """A wrong result told of the case that showed it: how many a line makes wrong is counted beside it."""
    if KINDS[finding.kind].source is not FoundBy.COMPARISON or not finding.occurrences:
        return finding
    alone = finding.model_copy(update={"cases": finding.cases[:1]})
    return alone.model_copy(update={"message": message(alone, finding.occurrences[0], words)})


def _worded_requirement(requirement: Requirement, findings: Sequence[Finding]) -> Requirement:
    rule = _RULES.get(requirement.name)
    errors = [item for item in findings if item.severity is Severity.ERROR]
    # a barrier that not all threads reach: behind it nothing orders them
    parted = any(KINDS[item.kind].rule is SafetyRule.BARRIERS for item in errors)
    if rule is SafetyRule.RACES and requirement.status is Status.PASSED and parted:
        return requirement.model_copy(update={"message": _NO_OTHER_RACE})
    if rule is None or requirement.status is not Status.FAILED:
        return requirement
    broken = [item for item in errors if KINDS[item.kind].rule is rule]
    if not broken:
        return requirement
    place = f"Line {broken[0].line}: " if broken[0].line else ""
    return requirement.model_copy(update={"message": f"{rule.sentence} {place}{broken[0].message}"})


def _worded_case(case: Case, findings: Sequence[Finding], words: Words) -> Case:
    if case.message or case.status not in (Status.FAILED, Status.TIMEOUT):
        return case
    update: dict[str, object] = {"message": _why(case, findings, words)}
    if case.map is not None:
        update["map"] = case.map.model_copy(update={"pattern": in_words(case.explanations) or None})
    return case.model_copy(update=update)


def _why(case: Case, findings: Sequence[Finding], words: Words) -> str:
    """What ended the case, else what is wrong with its result."""
    for finding in findings:
        if finding.kind in _ENDED and case.name in finding.cases:
            here = [seen for seen in finding.occurrences if seen.case == case.name]
            return message(finding, here[0], words) if here else finding.message
    if case.map is None:
        return "The result is right, but an input was changed."
    return f"{_counts(case)} {in_words(case.explanations)}".strip()


def _counts(case: Case) -> str:
    parts = [
        f"{count(amount)} {words}"
        for amount, words in (
            (case.wrong_cells, "wrong"),
            (case.unwritten_cells, "never written"),
            (case.nonfinite_cells, "not finite"),
        )
        if amount
    ]
    cells = case.map.size if case.map else 0
    return f"{' and '.join(parts)} of {count(cells)} cells."
