"""A second look at kernels that seem clean: the cases again, on code that keeps every access of the source.

An optimising compiler deletes a racy or stray access when nothing depends on it, and what is deleted cannot be found.
Unoptimised code shows all of them (docs/emulator.md has figures), but its numbers and its traffic are not what a GPU
gives. So everything is judged on optimised code, and only findings are taken from here.

One tile width and the cases of little work are enough: larger ones have the same edges, with more blocks between them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from grader.devices.base import Compiled, CompileRequest, DeviceCrash, DeviceTimeout
from grader.grading.bench import Bench, Build, LaunchBatches
from grader.grading.findings import sentence
from grader.grading.launching import suspicions
from grader.grading.running import CaseOutcome, run_case
from grader.grading.shapes import Budget
from grader.results import Finding, Kind, Severity, Status
from grader.results.kinds import FoundBy, kinds_from

MOST_STEPS = 1 << 17
"""Threads times the length of their sum: nine blocks of 16×16 threads on three tiles are below, 64 blocks are not."""

_FAULTS = kinds_from(FoundBy.CHECKER)
_LONGEST = 1000  # characters of the compiler's words


def look_again(
    bench: Bench, request: CompileRequest, outcomes: Sequence[CaseOutcome], budget: Budget
) -> tuple[CaseOutcome, ...]:
    """Return the outcomes with what optimisation had hidden; unchanged when there is something to mend already.

    No case begins once the budget is spent.
    """
    if any(outcome.status is not Status.PASSED or outcome.findings for outcome in outcomes):
        return tuple(outcomes)
    kernel, told = unoptimised(bench, request)
    if kernel is not None:
        # What the optimiser has left out of code whose turns and time show in nothing would have shown in nothing.
        steady = not any(outcome.varies for outcome in outcomes)
        source = replace(bench, kernel=kernel, lines=None, steady=steady)
        small = [outcome.case for outcome in outcomes if _is_small(outcome)]
        ahead = LaunchBatches(source, small)
        outcomes = [
            replace(outcome, findings=hidden(run_case(source, outcome.case, ahead=ahead).findings))
            if outcome.case in small and not budget.spent
            else outcome
            for outcome in outcomes
        ]
    first, *others = outcomes
    return (replace(first, findings=(*first.findings, *told)), *others)


def unoptimised(bench: Bench, request: CompileRequest) -> tuple[Compiled | None, tuple[Finding, ...]]:
    """Return the kernel with every access of its source, and what the compiler says of it.

    A file that does not compile so has no such kernel, and keeps its accesses from being seen. What the kernel has too
    much of is worth a warning: optimised code does without.
    """
    try:
        kernel = bench.device.compile(Build.UNOPTIMISED.of(request))
        why = "" if kernel.ok else "; ".join(problem.message for problem in kernel.problems)
    except (DeviceTimeout, DeviceCrash) as error:
        kernel, why = bench.kernel, str(error)
    if why:
        message = f"The file compiles with optimisation and not without it, so nothing more could be checked: {why}"
        refusal = sentence(message[:_LONGEST])
        return None, (Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=refusal),)
    limits = [item for item in suspicions(kernel) if item.kind is Kind.RESOURCE_LIMIT]
    return kernel, tuple(item.model_copy(update={"severity": Severity.WARNING}) for item in limits)


def _is_small(outcome: CaseOutcome) -> bool:
    place, problem = outcome.geometry, outcome.problem
    return problem is not None and math.prod((*place.grid, *place.block)) * problem.turns <= MOST_STEPS


def hidden(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the faults among findings in unoptimised code, marked as not seen in optimised code.

    So is a loop without an end, which the optimiser deletes: a slow machine has no line.
    """
    return tuple(
        item.model_copy(
            update={"occurrences": tuple(seen.model_copy(update={"unseen": True}) for seen in item.occurrences)}
        )
        for item in findings
        if (item.kind in _FAULTS and item.severity is Severity.ERROR) or (item.kind is Kind.TIMEOUT and item.line)
    )
