"""Points computed again from results: what a submission did is known, and only what it is worth has changed."""

from __future__ import annotations

from grader.assignment import Assignment, TestCase
from grader.grading.rubric import score_items, shared_with_sweep, totals
from grader.labs import why_left_out
from grader.results import SWEEP, Case, Performance, Results, Status, exact, whole
from grader.results.kinds import SafetyRule

_SAFETY = frozenset(rule.label for rule in SafetyRule)


def rescored(results: Results, assignment: Assignment) -> Results:
    """The results with the points and weights that the assignment has now.

    They must be those of an assignment that differs in these alone, and in which the same items are worth something:
    what is worth nothing was not measured. Raises `KeyError` for a case that the assignment does not have.
    """
    if results.parts:
        units = {unit.part: unit for unit in assignment.parts}
        scored = (rescored(part.results, units[part.name]) for part in results.parts)
        parts = [part.model_copy(update={"results": one}) for part, one in zip(results.parts, scored, strict=True)]
        return whole(results, parts)
    config = assignment.config
    widths = tuple(dict.fromkeys(case.tile_width for case in results.cases))
    known = {case.label: case for case in assignment.cases(widths)} if widths else {}
    for case in results.cases:
        if case.family == SWEEP:
            known[case.name] = assignment.sweep_case(case.sizes, case.tile_width)
    cases = shared_with_sweep([_case(case, known[case.name], assignment) for case in results.cases])
    performance = _performance(results.performance, config.points.performance)
    safety = [item for item in results.requirements if item.name in _SAFETY]
    tiling = [item for item in results.requirements if item.name not in _SAFETY]
    rubric = score_items(cases, results.findings, safety, tiling, performance, config)
    return results.model_copy(
        update={
            "cases": cases,
            "performance": performance,
            "rubric": rubric,
            **totals(cases, results.findings, rubric, config),
        }
    )


def _case(case: Case, known: TestCase, assignment: Assignment) -> Case:
    # What was left out for what probing found of this kernel (squares only, say) stays left out.
    left_out = why_left_out(assignment.config, known) or (case.status is Status.SKIPPED and not case.max_points)
    worth = 0.0 if left_out else known.max_points
    earned = worth if case.status is Status.PASSED else 0.0
    return case.model_copy(update={"points": earned, "max_points": worth})


def _performance(performance: Performance | None, worth: float) -> Performance | None:
    if performance is None:
        return None
    return performance.model_copy(update={"points": exact(worth * performance.share), "max_points": worth})
