"""Explain a wrong result by experiment: what its first wrong element is made of, and where that goes wrong.

    findings = explained(attempt, emulator, findings)

No pattern is guessed: a sentence is said where what was measured fits it, in this run's numbers. Where nothing fits,
the findings stay as they are.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.assignment import TestCase
from grader.compiling.source_facts import WARP, SourceFacts, works_in_warps
from grader.devices.base import DeviceError, Emulator
from grader.grading.bench import Bench, Build
from grader.grading.compare import judge_outputs
from grader.grading.lane import Attempt
from grader.grading.launching import geometry
from grader.labs.base import ParameterError
from grader.labs.hints import apply_hints
from grader.results import Explanation, Finding, Kind, Severity, Status
from grader.results.kinds import KINDS, FoundBy
from grader.search.accesses import measure_access
from grader.search.influence import Influence, failing_cases, influence_of, launched_in_turn
from grader.search.made_of import told_of
from grader.search.table import Told
from grader.search.trial_runner import TrialRunner
from grader.search.values import RunValues
from grader.search.ways import Explained, Teller

Facts = dict[str, int | str]
MOST_CASES = 4
"""Small cases that are looked at: the first of which a pattern tells something."""
_TRACED = (Kind.UNINITIALIZED_READ, Kind.OUT_OF_BOUNDS)
_UNROLLED = re.compile(r"for\b[^{}\n]*\+=\s*([2-9]|\d\d)\s*\)")
LEAST_INPUTS = 4
"""Of fewer inputs a pattern says little: a larger case is looked at as well."""


def explained(
    attempt: Attempt, device: Emulator, findings: Sequence[Finding], *, proved: int = 0
) -> tuple[Finding, ...]:
    """Return the findings, the first with what was measured of it in the place of a hint of its kind.

    `proved` is how many mistakes a change is proved to mend. Where it is 0 values of the index are told, and a small
    case is not said to show the finding, as it may show another mistake. A wrong result behind another fault is told
    where a loop is wrong: no other fault looks like that.
    """
    errors = [item for item in findings if item.severity is Severity.ERROR and item.occurrences]
    compared = next((item for item in errors if KINDS[item.kind].source is FoundBy.COMPARISON), None)
    if not errors:
        return tuple(findings)
    first = told = errors[0]
    wrong = compared
    if compared is first:
        if (known := explain(attempt, device, like=first)) is not None:
            told = _hinted(attempt, _with(first, known.told(proved > 0), line=known.line, hint=None))
    else:
        told = _accessed(attempt, device, first, proved=proved > 0)
        # What is read there says more than that nothing has stored it, or that it is outside.
        reads = first.kind in _TRACED and first.access == "read"
        known = explain(attempt, device, widths=1) if reads or compared else None
        if known is not None and reads and known.belongs_to(first, alone=proved == 1):
            told = _hinted(attempt, _with(first, known.told(True), hint=None))
        if known is not None and compared is not None and known.is_of_a_loop:
            wrong = _hinted(attempt, _with(compared, known.told(proved > 0), line=known.line, hint=None))
    return tuple(
        told if item is first else wrong if item is compared and wrong else _like_it(item, first, told)
        for item in findings
    )


def _hinted(attempt: Attempt, finding: Finding) -> Finding:
    """The finding with the hint for what explains it, where a row of the lab's table has one."""
    opened = attempt.opened
    rows = [row for row in opened.lab.hint_table(opened.config) if row.explained]
    facts = SourceFacts(attempt.source.text, opened.config.tile.macro or "")
    return apply_hints([finding], facts, (), rows, uses_shared=True)[0]


def _like_it(finding: Finding, first: Finding, told: Finding) -> Finding:
    """Without the hint that was taken from the first one, where it is about the same race."""
    here = finding.kind, finding.line, finding.array, finding.hint
    same = finding.kind is Kind.DATA_RACE and here == (first.kind, first.line, first.array, first.hint)
    return finding.model_copy(update={"hint": told.hint}) if same else finding


def _with(finding: Finding, explanations: Sequence[Explanation], *, hint: str | None, line: int = 0) -> Finding:
    first, *others = finding.occurrences
    first = first.model_copy(update={"explanations": (*first.explanations, *explanations)})
    update = {"occurrences": (first, *others), "hint": hint, "line": line or finding.line}
    return finding.model_copy(update=update)


def _accessed(attempt: Attempt, device: Emulator, finding: Finding, *, proved: bool) -> Finding:
    """A finding of memory with what was measured where it was seen."""
    outcomes = (outcome for lane in attempt.lanes for outcome in lane.outcomes)
    cases = [outcome.case for outcome in outcomes if outcome.case.label in finding.cases]
    like, text = attempt.bench, attempt.source.text
    if like is None or not cases:
        return finding
    case = next((case for case in cases if case.label == finding.occurrences[0].case), cases[0])
    kernel = unoptimised(attempt, device, like, case.tile_width)
    if kernel is None:
        return finding
    measured = measure_access(kernel, text, case, finding)
    seen = next((each for each in finding.occurrences if each.case == case.label), finding.occurrences[0])

    def compiled(text: str) -> Bench | None:
        return unoptimised(attempt.with_text(text), device, like, case.tile_width)

    names = tuple(each.display_name for each in kernel.kernel.kernels)
    values = None if proved else RunValues(device, text, attempt.macro, names, compiled).told(case, finding, seen)
    told = [*([values] if values else []), *([measured.explanation] if measured else [])]
    return _with(finding, told, hint=None if measured and not measured.keeps_hint else finding.hint)


def explain(
    attempt: Attempt, device: Emulator, widths: int | None = None, like: Finding | None = None
) -> Explained | None:
    """Return what the smallest case that fails tells; None where no pattern fits, at so many widths.

    Nothing is told of a finding `like` of another output, or of an element that stays 0, if it is another number there.
    """
    first = like.occurrences[0].first if like is not None else None
    output = like.array if like is not None else None
    unlike = {"always-zero"} if first is not None and first.got != 0 else set[str]()
    for bench, failing in itertools.islice(small_benches(attempt, device), widths):
        with contextlib.suppress(DeviceError, ParameterError, ValueError):
            found = explained_on(bench, attempt.source.text, failing, output)
            if found is not None and unlike.isdisjoint(each.name for each in found.explanations):
                return found
    return None


def explained_on(bench: Bench, text: str, failing: Sequence[TestCase], output: str | None = None) -> Explained | None:
    """Return what small cases of one compiled text tell, of one output if it is given; None where no pattern fits."""
    found = _first_told(bench, failing, output)
    facts = SourceFacts(text, bench.config.tile.macro or "", bench.kernel.kernel_line)
    return Teller(bench, facts, *found).explained() if found else None


def stored_on(bench: Bench, text: str, case: TestCase) -> int:
    """Return the line that stores the first wrong output of a case, where one before it is right; 0 if none does so."""
    problem, config = bench.problem(case), bench.config
    (launched,) = launched_in_turn(bench, [bench.plan(problem)])
    judged = judge_outputs(launched, problem)
    if judged.right or judged.problem.output == problem.outputs[0]:
        return 0
    stored = problem.memory_of(judged.problem.output)
    for number, planned in enumerate(config.planned):
        kernel = bench.kernel.kernels[config.kernels.index(planned.kernel)]
        passed = zip(bench.lab.passed(config, kernel, number), kernel.parameters, strict=False)
        facts = SourceFacts(text, config.tile.macro or "", kernel.kernel_line)
        if line := next((facts.store_line(name) for role, (_, name) in passed if role == stored), 0):
            return line
    return 0


def small_benches(attempt: Attempt, device: Emulator) -> Iterator[tuple[Bench, list[TestCase]]]:
    """Yield the kernel at the widths at which small runs are recorded, and then at the first at which it failed.

    A text that works in warps is not asked at a width at which a block is less than one; nor one with an unrolled loop
    where that goes round once at most.
    """
    outcomes = [outcome for lane in attempt.lanes for outcome in lane.outcomes]
    failing = [outcome.case for outcome in outcomes if outcome.status is Status.FAILED]
    like, source = attempt.bench, attempt.source
    if like is None or not failing:
        return
    widths = like.lab.replayed_at(like.config, failing[0]) if source.define_width else ()
    if works_in_warps(source.text):
        sizes, config = failing[0].sizes, like.config
        widths = tuple(each for each in widths if math.prod(geometry(config, sizes, each).block) >= WARP)
    steps = [int(step) for step in _UNROLLED.findall(source.text)]
    wider = (*widths, 2 * widths[-1]) if widths else ()
    widths = tuple(width for width in wider if width >= 2 * max(steps, default=0)) or wider[-1:]
    for width in widths or (failing[0].tile_width,):
        if (bench := unoptimised(attempt, device, like, width)) is not None:
            yield bench, failing


def unoptimised(attempt: Attempt, device: Emulator, like: Bench, width: int) -> Bench | None:
    """The kernel with every access that stands in its text; None where it does not compile so."""
    settled = replace(attempt.opened, assignment=replace(attempt.opened.assignment, config=like.config))
    runner = TrialRunner(settled, device, attempt.source, width)
    kernel = runner.compile(attempt.source.text, Build.UNOPTIMISED)
    return runner.bench(kernel) if kernel is not None and kernel.ok else None


def _first_told(bench: Bench, failing: Sequence[TestCase], output: str | None) -> tuple[Influence, int, Told] | None:
    """The first small case of which a pattern tells something; of a tiny one only where no other does."""
    found = None
    for _, case in zip(range(MOST_CASES), failing_cases(bench, failing), strict=False):
        influence = influence_of(bench, case)
        told = told_of(influence) if influence else None
        if influence is None or told is None or influence.problem.output != (output or influence.problem.output):
            continue
        found = found or (influence, *told)
        if len(influence.elements) >= LEAST_INPUTS:
            return influence, *told
    return found
