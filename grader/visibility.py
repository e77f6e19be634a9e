"""What a student may see of a result: hidden cases are taken out of everything that is handed to students."""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.results import Finding, Recording, Results, Visibility

_NOT_YET = frozenset({Visibility.HIDDEN, Visibility.AFTER_DUE_DATE, Visibility.AFTER_PUBLISHED})


HIDDEN_FIRST = "A hidden case shows a fault that the visible ones do not: test your kernel on more shapes."


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
    veil = _veil(hidden)
    findings = tuple(_visible_findings(results.findings, hidden))
    shows_lines = _base(results.lines_case) not in {_base(name) for name in hidden}
    return results.model_copy(
        update={
            "cases": tuple(case for case in results.cases if case.name not in hidden),
            "findings": findings,
            "recordings": _visible_recordings(results, hidden),
            "lines": results.lines if shows_lines else (),
            "lines_case": results.lines_case if shows_lines else "",
            "rubric": tuple(item.model_copy(update={"message": veil(item.message)}) for item in results.rubric),
            "requirements": tuple(
                item.model_copy(update={"message": veil(item.message)}) for item in results.requirements
            ),
            "not_measured": tuple(veil(text) for text in results.not_measured),
            "verdict": veil(results.verdict),
            "fix_first": _fix_first(results, findings, veil),
            "output": "",
            "hidden": len(hidden),
        }
    )


def _base(name: str) -> str:
    """The name without the tile width: `tall` of `tall@16`."""
    return name.partition("@")[0]


def _veil(hidden: frozenset[str]) -> Callable[[str], str]:
    names = sorted({_base(name) for name in hidden} | hidden, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(re.escape(name) for name in names)})(?:@\d+)?(?![\w-])")
    return lambda text: pattern.sub("a hidden case", text)


def _visible_recordings(results: Results, hidden: frozenset[str]) -> tuple[Recording, ...]:
    """A recording may be a small likeness of a case, at another tile width: its name still is the case's."""
    bases = {_base(name) for name in hidden}
    return tuple(recording for recording in results.recordings if _base(recording.case) not in bases)


def _fix_first(results: Results, shown: tuple[Finding, ...], veil: Callable[[str], str]) -> str:
    kept = {finding.message for finding in shown}
    dropped = [finding.message for finding in results.findings if finding.message not in kept]
    if any(message and message in results.fix_first for message in dropped):
        return HIDDEN_FIRST
    return veil(results.fix_first)


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
