"""A second look at kernels that seem clean: the cases again, on code that keeps every access of the source.

An optimising compiler deletes a racy or stray access when nothing depends on it, and what is deleted cannot be found.
Code that is not optimised shows all of them (docs/emulator.md has figures), but its numbers and its traffic are not
what a GPU gives. So everything is judged on optimised code, and only findings are taken from here.

One tile width and the cases of little work are enough: larger ones have the same edges, with more blocks between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from grader.assignment import TestCase
from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceTimeout
from grader.grading.budget import Budget
from grader.grading.building import suspicions
from grader.grading.findings import sentence
from grader.grading.launch_batches import LaunchBatches
from grader.grading.running import Bench, CaseOutcome, run_case
from grader.results import Finding, Kind, Severity, Status
from grader.results.kinds import FoundBy, kinds_from

MOST_STEPS = 1 << 17
"""Threads times the length of their sum: nine blocks of 16×16 threads on three tiles are below, 64 blocks are not."""

_FAULTS = kinds_from(FoundBy.CHECKER)
_LONGEST = 1000  # characters of the compiler's words


def look_again(
    bench: Bench, request: CompileRequest, outcomes: Sequence[CaseOutcome], budget: Budget
) -> tuple[CaseOutcome, ...]:
    """The outcomes with what optimisation had hidden; as they are when there is something to mend already.

    No case begins once the budget is spent.
    """
    if not all(_is_clean(outcome) for outcome in outcomes):
        return tuple(outcomes)
    try:
        compiled = bench.device.compile(request.without_figures(debug=True))
        why = "" if compiled.ok else "; ".join(problem.message for problem in compiled.problems)
    except (DeviceTimeout, DeviceCrash) as error:
        compiled, why = bench.kernel, str(error)
    if why:
        return _with(outcomes, (refusal(why),))
    # What the optimiser has left out of code whose turns and time show in nothing would have shown in nothing.
    steady = not any(outcome.varies for outcome in outcomes)
    source = replace(bench, kernel=compiled, lines=None, steady=steady)
    small = [outcome.case for outcome in outcomes if _is_small(outcome)]
    ahead = LaunchBatches(source, small)
    seen = tuple(
        replace(outcome, findings=_hidden(source, outcome.case, ahead))
        if outcome.case in small and not budget.spent
        else outcome
        for outcome in outcomes
    )
    return _with(seen, over_limits(compiled))


def over_limits(compiled: Compiled) -> tuple[Finding, ...]:
    """What code without optimisation has too much of: worth knowing, for optimised code does without."""
    return tuple(
        item.model_copy(update={"severity": Severity.WARNING})
        for item in suspicions(compiled)
        if item.kind is Kind.RESOURCE_LIMIT
    )


def _with(outcomes: Sequence[CaseOutcome], findings: tuple[Finding, ...]) -> tuple[CaseOutcome, ...]:
    """The outcomes, with these findings at the first."""
    first, *others = outcomes
    return (replace(first, findings=(*first.findings, *findings)), *others)


def refusal(why: str) -> Finding:
    """What compiles with optimisation compiles without: a file that does not keeps its accesses from being seen."""
    message = f"The file compiles with optimisation and not without it, so nothing more could be checked: {why}"
    return Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=sentence(message[:_LONGEST]))


def _is_clean(outcome: CaseOutcome) -> bool:
    return outcome.status is Status.PASSED and not outcome.findings


def _is_small(outcome: CaseOutcome) -> bool:
    place, problem = outcome.geometry, outcome.problem
    return problem is not None and math.prod((*place.grid, *place.block)) * problem.turns <= MOST_STEPS


def _is_endless(item: Finding) -> bool:
    """Whether the kernel ran out of instructions, in a loop that the optimiser deletes; a slow machine has no line."""
    return item.kind is Kind.TIMEOUT and item.line > 0


def _hidden(source: Bench, case: TestCase, ahead: LaunchBatches) -> tuple[Finding, ...]:
    return tuple(
        item.model_copy(
            update={"occurrences": tuple(seen.model_copy(update={"unseen": True}) for seen in item.occurrences)}
        )
        for item in run_case(source, case, ahead=ahead).findings
        if (item.kind in _FAULTS and item.severity is Severity.ERROR) or _is_endless(item)
    )
