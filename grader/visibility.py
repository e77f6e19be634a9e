"""What a student may see of a result: hidden cases are taken out of everything that is handed to students."""

from __future__ import annotations

import re

from grader.results import Finding, Results, Visibility

_NOT_YET = frozenset({Visibility.HIDDEN, Visibility.AFTER_DUE_DATE, Visibility.AFTER_PUBLISHED})


def hidden_names(results: Results) -> frozenset[str]:
    """The names of the cases that a student may not see, or not yet."""
    return frozenset(case.name for case in results.cases if case.visibility in _NOT_YET)


def for_student(results: Results) -> Results:
    """A copy of the results without hidden cases and what only they showed; the score still counts them.

    Printed text is dropped as soon as one case is hidden, because a kernel can print its inputs. Sentences that name a
    hidden case say "a hidden case" instead. `hidden` tells how many cases are missing.
    """
    hidden = hidden_names(results)
    if not hidden:
        return results
    name = re.compile("|".join(re.escape(name) for name in sorted(hidden, key=len, reverse=True)))

    def veil(text: str) -> str:
        return name.sub("a hidden case", text)

    return results.model_copy(
        update={
            "cases": tuple(case for case in results.cases if case.name not in hidden),
            "findings": tuple(_visible_findings(results.findings, hidden)),
            "recordings": tuple(recording for recording in results.recordings if recording.case not in hidden),
            "lines": () if results.lines_case in hidden else results.lines,
            "lines_case": "" if results.lines_case in hidden else results.lines_case,
            "rubric": tuple(item.model_copy(update={"message": veil(item.message)}) for item in results.rubric),
            "requirements": tuple(
                item.model_copy(update={"message": veil(item.message)}) for item in results.requirements
            ),
            "not_measured": tuple(veil(text) for text in results.not_measured),
            "verdict": veil(results.verdict),
            "fix_first": veil(results.fix_first),
            "output": "",
            "hidden": len(hidden),
        }
    )


def _cases_of(finding: Finding) -> tuple[str, ...]:
    return finding.cases or ((finding.case,) if finding.case is not None else ())


def _visible_findings(findings: tuple[Finding, ...], hidden: frozenset[str]) -> list[Finding]:
    kept = []
    for finding in findings:
        cases = _cases_of(finding)
        visible = tuple(case for case in cases if case not in hidden)
        if cases and not visible:
            continue
        if visible != cases:  # the first occurrence may be in a hidden case: its place in the block would tell of it
            first = visible[0] if finding.case in hidden else finding.case
            finding = finding.model_copy(update={"case": first, "cases": visible, "count": len(visible)})
        kept.append(finding)
    return kept
