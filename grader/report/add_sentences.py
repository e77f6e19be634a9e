"""The last step of grading, and of taking out what a student may not see: facts become sentences.

`worded` may be asked again whenever facts have been left out: it makes anew what it has made before.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.causes import evidence_of, evidence_words, first_words
from grader.report.finding_words import in_words, message, worded_finding
from grader.report.format import count
from grader.results import Beyond, Case, Finding, Requirement, Results, Severity, Status, Words
from grader.results.kinds import KINDS, FoundBy, SafetyRule, kinds_from

_ENDED = kinds_from(FoundBy.LAUNCH)
_SEEN_HAPPEN = (SafetyRule.RACES, SafetyRule.BARRIERS)
_NO_OTHER_RACE = (
    "No race was found but for what threads do that part ways at a barrier: nothing orders them from there on."
)
_RULES = {rule.label: rule for rule in SafetyRule}


def worded(results: Results) -> Results:
    """The results with what their facts say: of findings, of cases and rules that failed, and what to mend first."""
    findings = tuple(worded_finding(finding, results.words) for finding in results.findings)
    return results.model_copy(
        update={
            "findings": findings,
            "cases": tuple(_worded_case(case, findings, results.words) for case in results.cases),
            "requirements": tuple(_worded_requirement(item, findings) for item in results.requirements),
            "fix_first": _first(results, findings),
            "beyond": results.beyond and _worded_beyond(results.beyond, results.words),
        }
    )


def _worded_beyond(beyond: Beyond, words: Words) -> Beyond:
    """With what was seen when each barrier was left out."""
    trials = (
        trial.model_copy(update={"found": tuple(worded_finding(item, words) for item in trial.found)})
        for trial in beyond.barriers
    )
    return beyond.model_copy(update={"barriers": tuple(trials)})


def _first(results: Results, findings: Sequence[Finding]) -> str:
    """The cause where one is proved, with what the table of known mistakes has to say of it; else what was seen.

    What the compiler says of a line is told in its own words, and threads that meet wrongly are told by name.
    """
    said, cause, seen = fix_first(findings), results.cause, evidence_of(results)
    if cause is None and seen and seen.wrong and _compared(findings):
        return f"Line {seen.wrong.blamed or seen.wrong.line}: {evidence_words(seen)} {_pattern(findings[0])}".strip()
    if cause is None or not cause.line or (cause.compiles and said.startswith(f"Line {cause.line}: ")):
        return said
    known = next((item for item in findings if item.severity is Severity.ERROR and item.hint), None)
    if known is None or not cause.kind:
        return first_words(cause)
    if KINDS[known.kind].rule in _SEEN_HAPPEN:
        return f"Line {cause.line}: {_seen_from(cause.line, known)} {known.hint}"
    return f"{first_words(cause)} {known.hint}"


def _seen_from(line: int, finding: Finding) -> str:
    """What was seen, told of the line that must change: with its own line where that is another one."""
    if finding.line in (0, line):
        return finding.message
    return f"On line {finding.line} {finding.message[0].lower()}{finding.message[1:]}"


def _pattern(finding: Finding) -> str:
    """What explains the wrong numbers of the case that showed them first."""
    return in_words(finding.occurrences[0].explanations[:1]) if finding.occurrences else ""


def _compared(findings: Sequence[Finding]) -> bool:
    """Whether the first fault is a wrong result: of such the recording tells more than the cells do."""
    first = next((item for item in findings if item.severity is Severity.ERROR), None)
    return first is not None and KINDS[first.kind].source is FoundBy.COMPARISON


def fix_first(findings: Sequence[Finding]) -> str:
    """What to do next: the first finding, with its line and its hint."""
    for finding in findings:
        if finding.severity is Severity.ERROR:
            place = f"Line {finding.line}: " if finding.line else ""
            hint = f" {finding.hint}" if finding.hint else ""
            return f"{place}{finding.message}{hint}"
    return ""


def _worded_requirement(requirement: Requirement, findings: Sequence[Finding]) -> Requirement:
    rule = _RULES.get(requirement.name)
    if rule is SafetyRule.RACES and requirement.status is Status.PASSED and _parted(findings):
        return requirement.model_copy(update={"message": _NO_OTHER_RACE})
    if rule is None or requirement.status is not Status.FAILED:
        return requirement
    broken = [item for item in findings if KINDS[item.kind].rule is rule and item.severity is Severity.ERROR]
    if not broken:
        return requirement
    place = f"Line {broken[0].line}: " if broken[0].line else ""
    return requirement.model_copy(update={"message": f"{rule.sentence} {place}{broken[0].message}"})


def _parted(findings: Sequence[Finding]) -> bool:
    """Whether there is a barrier that not all threads reach: behind it nothing orders them."""
    return any(KINDS[item.kind].rule is SafetyRule.BARRIERS and item.severity is Severity.ERROR for item in findings)


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
