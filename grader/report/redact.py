"""What a student may see of a result: hidden cases are taken out of the facts, and what is left is worded again."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.add_sentences import worded
from grader.results import Case, Cause, Finding, Requirement, Results, Severity, Status, whole
from grader.results.kinds import KINDS, SafetyRule
from grader.words.tables import finding_words

HIDDEN_FIRST = "A hidden case shows a fault that the visible ones do not: test your kernel on more shapes."
ONLY_HIDDEN = "A hidden case breaks this rule; no visible one does."


def for_student(results: Results) -> Results:
    """A copy of the results without hidden cases and what only they showed; the score still counts them.

    Printed text is dropped as soon as one case is hidden, because a kernel can print its inputs, and the time is that
    of what is left. `hidden` tells how many cases are missing.
    """
    if results.parts:
        shown = [part.model_copy(update={"results": for_student(part.results)}) for part in results.parts]
        return whole(results, shown)
    hidden = frozenset(case.name for case in results.cases if case.visibility.hides)
    if not hidden:
        return results
    findings = tuple(
        _seen(finding, hidden)
        for finding in results.findings
        if not _cases_of(finding) or any(case not in hidden for case in _cases_of(finding))
    )
    # A recording may be a small likeness of a case, at another tile width: its name still is the case's.
    bases = {_base(name) for name in hidden}
    shows_lines = _base(results.lines_case) not in bases
    cases = tuple(case for case in results.cases if case.name not in hidden)
    left = worded(
        results.model_copy(
            update={
                "cause": _seen_cause(results.cause, cases, findings),
                "cases": cases,
                "findings": findings,
                "requirements": tuple(_plain_rule(item, results.findings) for item in results.requirements),
                "recordings": tuple(each for each in results.recordings if _base(each.case) not in bases),
                "lines": results.lines if shows_lines else (),
                "lines_case": results.lines_case if shows_lines else "",
                "output": "",
                # A kernel can take its time over what it reads, as it can print it.
                "seconds": results.compile.seconds + sum(case.seconds for case in cases),
                "hidden": len(hidden),
            }
        )
    )
    if results.fix_first and not left.fix_first:
        return left.model_copy(update={"fix_first": HIDDEN_FIRST})
    return left


def _seen_cause(cause: Cause | None, cases: Sequence[Case], findings: Sequence[Finding]) -> Cause | None:
    """The cause, where something that the student may see comes of it."""
    failed = sum(case.status in (Status.FAILED, Status.TIMEOUT) for case in cases)
    seen = failed or any(finding.severity is Severity.ERROR for finding in findings)
    if cause is None or not (seen or cause.compiles):
        return None
    shown = {case.name for case in cases}
    removes, others = (
        tuple(seen for seen in edited.removes if seen.case in shown) if edited else ()
        for edited in (cause, cause.second)
    )
    second = cause.second and cause.second.model_copy(update={"removes": others})
    mended = min(failed, cause.cases_mended)
    return cause.model_copy(update={"cases_mended": mended, "removes": removes, "second": second})


def _base(name: str) -> str:
    """The name without the tile width: `tall` of `tall@16`."""
    return name.partition("@")[0]


def _plain_rule(requirement: Requirement, findings: tuple[Finding, ...]) -> Requirement:
    """A broken rule without the finding that broke it, which may be none that the student sees."""
    rule = next((rule for rule in SafetyRule if rule.label == requirement.name), None)
    if rule is None or requirement.status is not Status.FAILED:
        return requirement
    if not any(KINDS[item.kind].rule is rule and item.severity is Severity.ERROR for item in findings):
        return requirement
    return requirement.model_copy(update={"message": f"{rule.sentence} {ONLY_HIDDEN}"})


def _cases_of(finding: Finding) -> tuple[str, ...]:
    return finding.cases or ((finding.case,) if finding.case is not None else ())


def _seen(finding: Finding, hidden: frozenset[str]) -> Finding:
    """The finding as the visible cases show it; its place in a hidden case's block would tell of that case."""
    cases = tuple(case for case in _cases_of(finding) if case not in hidden)
    if cases == _cases_of(finding):
        return finding
    occurrences = tuple(seen for seen in finding.occurrences if seen.case not in hidden)
    if occurrences:
        # what is said of further lines may be of a hidden case
        return finding.model_copy(update={"cases": cases, "occurrences": occurrences, "related": ()})
    # nobody knows which case the sentence is of
    unknown = dict.fromkeys(("block", "thread", "other", "object", "address"))
    told = {"case": cases[0], "cases": cases, "count": len(cases), "index": (), "related": ()}
    return finding.model_copy(update={**unknown, **told, "message": finding_words()[finding.kind.value].title()})
