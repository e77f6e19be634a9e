"""Known misconceptions and the hint for each: one row of a lab's table a misconception, the first that fits speaks.

A row says which kinds of finding it is for, when it fits (from the finding, what its own cases show, which others fail,
and what the source says) and what to tell the student. Rows never decide points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from grader.compiling.source_facts import SourceFacts
from grader.results import Finding, Kind
from grader.results.kinds import KINDS, FoundBy


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseShown:
    """What one case tells: whether it failed, how, and the explanations of it that no other fault accounts for."""

    label: str
    hidden: bool
    failed: bool
    is_square: bool
    is_multiple: bool
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the rules may look at beside the finding: the text, the other findings, its own cases, and all cases.

    Hidden cases are among them only for a finding that no other case shows: a hint tells nothing of them. `missed` are
    the names of requirements that are not met.
    """

    facts: SourceFacts
    findings: Sequence[Finding]
    own: Sequence[CaseShown]
    cases: Sequence[CaseShown]
    uses_shared: bool = True
    decisive: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()

    def code(self, finding: Finding) -> str:
        """The code on the finding's line."""
        return self.facts.line(finding.line)

    def explained_by(self, finding: Finding, names: Container[str]) -> bool:
        """Whether wrong results are of this kind: of a finding about them its own, of another all that are."""
        if KINDS[finding.kind].source is not FoundBy.COMPARISON:
            return any(name in names for case in self.cases for name in case.patterns)
        own = {case.label for case in self.own}
        first = [seen.explanations[0].name for seen in finding.occurrences if seen.explanations and seen.case in own][
            :1
        ]
        common = [name for case in self.own for name in case.patterns]
        told = {name for name in common if name in first or 2 * common.count(name) >= len(self.own)}
        told |= {name for case in self.cases for name in case.patterns if name in self.decisive}
        return any(name in names for name in told)

    @property
    def own_are_ragged(self) -> bool:
        """Whether it shows only where a size is no multiple of the tile width."""
        return bool(self.own) and not any(case.is_multiple for case in self.own)

    @property
    def only_ragged_fail(self) -> bool:
        """Whether multiples of the tile width come out right: some were run, and all of them passed."""
        whole = [case for case in self.cases if case.is_multiple]
        return self.own_are_ragged and bool(whole) and not any(case.failed for case in whole)

    @property
    def only_rectangles_fail(self) -> bool:
        """Whether square matrices come out right, and it is not the edges that make the difference."""
        squares = [case for case in self.cases if case.is_square]
        passed = bool(squares) and not any(case.failed for case in squares)
        return passed and any(case.is_multiple for case in self.own)

    @property
    def all_zero(self) -> bool:
        """Whether no case has a result but 0."""
        return self.fails_everything and all(case.patterns[:1] in ((), ("all-zero",)) for case in self.own)

    @property
    def fails_everything(self) -> bool:
        """Whether no case passes."""
        return all(case.failed for case in self.cases)


Fits = Callable[[Finding, Evidence], bool]


@dataclass(frozen=True, slots=True)
class HintRule:
    """One misconception: `name` is what a mistake's header names, `topic` the lesson's idea."""

    name: str
    topic: str
    kinds: tuple[Kind, ...]
    fits: Fits
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HintTable:
    """A lab's rules, in the order in which they are tried.

    `decisive` are explanations that count although one case alone shows them.
    """

    rules: Sequence[HintRule]
    decisive: frozenset[str] = frozenset()


def apply_hints(
    findings: Sequence[Finding],
    facts: SourceFacts,
    cases: Sequence[CaseShown],
    table: HintTable,
    *,
    uses_shared: bool,
    missed: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """The findings, each with the hint of the first rule that fits; those that have one, or say all, stay so."""
    known = Evidence(
        facts=facts,
        findings=findings,
        own=(),
        cases=cases,
        uses_shared=uses_shared,
        decisive=table.decisive,
        missed=missed,
    )
    return tuple(
        finding if finding.hint or finding.has_no_room else _hinted(finding, _seen_by(finding, known), table.rules)
        for finding in findings
    )


def _seen_by(finding: Finding, known: Evidence) -> Evidence:
    cases = known.cases
    own = [case for case in cases if case.label in finding.cases]
    if not own or any(not case.hidden for case in own):
        own = [case for case in own if not case.hidden]
        cases = [case for case in cases if not case.hidden]
    return replace(known, own=own, cases=cases)


def _hinted(finding: Finding, evidence: Evidence, rules: Sequence[HintRule]) -> Finding:
    for rule in rules:
        if finding.kind in rule.kinds and rule.fits(finding, evidence):
            return finding.model_copy(update={"hint": rule.hint, "topic": rule.topic})
    return finding


# -- what rules ask ----------------------------------------------------------------------------------------------------


def always(_: Finding, __: Evidence) -> bool:
    return True


def ran_dry(finding: Finding, _: Evidence) -> bool:
    """Whether a thread went round a loop too often, rather than that time was over."""
    return any(seen.thread is not None for seen in finding.occurrences)


def pattern(*names: str) -> Fits:
    return lambda finding, evidence: evidence.explained_by(finding, names)


def code(expression: str) -> Fits:
    return lambda finding, evidence: bool(re.search(expression, evidence.code(finding)))


def of_array(*names: str) -> Fits:
    return lambda finding, _: finding.array in names


def all_of(*conditions: Fits) -> Fits:
    return lambda finding, evidence: all(condition(finding, evidence) for condition in conditions)


def no_barrier(_: Finding, evidence: Evidence) -> bool:
    return not evidence.facts.barriers


def in_shared(finding: Finding, _: Evidence) -> bool:
    return finding.space == "shared"


def in_global(finding: Finding, _: Evidence) -> bool:
    return finding.space == "global"


def is_write(finding: Finding, _: Evidence) -> bool:
    return finding.access in ("write", "atomic")


def accesses(finding: Finding) -> dict[str, int]:
    """The lines of the write and of the read (0 when there is none)."""
    lines = {"write": 0, "read": 0}
    pairs = [(finding.access, finding.line)]
    if finding.other:
        pairs.append((finding.other.access, finding.other.line))
    for access, line in pairs:
        if access in lines:
            lines[access] = line
    return lines


def loads_then_reads(finding: Finding, evidence: Evidence) -> bool:
    """The kernel comes to the write before the read, and to no barrier between: the first barrier is missing."""
    write, read = _in_kernel(finding, evidence)
    between = any(write < line < read for line in evidence.facts.kernel_barriers)
    return 0 < write < read and not between


def reads_then_overwrites(finding: Finding, evidence: Evidence) -> bool:
    """A barrier stands after the write, none after the read: the next turn of the loop overwrites too early."""
    write, read = _in_kernel(finding, evidence)
    last = evidence.facts.loop_end(write, read)
    return 0 < write < read and not any(read <= line <= last for line in evidence.facts.kernel_barriers)


def _in_kernel(finding: Finding, evidence: Evidence) -> tuple[int, int]:
    """The lines of the kernel from which the write and the read are done."""
    lines = accesses(finding)
    return evidence.facts.in_kernel(lines["write"]), evidence.facts.in_kernel(lines["read"])


def two_tiles_in_turn(finding: Finding, _: Evidence) -> bool:
    """The array is declared as two tiles."""
    return any(len(seen.declared) == 3 and seen.declared[0] == 2 for seen in finding.occurrences)


def same_cell_written_twice(finding: Finding, _: Evidence) -> bool:
    return finding.access == "write" and finding.other is not None and finding.other.access == "write"


def early_return(_: Finding, evidence: Evidence) -> bool:
    return bool(evidence.facts.early_returns)


def conditional_barrier(finding: Finding, evidence: Evidence) -> bool:
    """A barrier that is concerned stands inside an `if`."""
    lines = (finding.line, finding.other.line if finding.other else 0)
    return any(evidence.facts.is_conditional(line) for line in lines if line in evidence.facts.barriers)


def only_ragged(_: Finding, evidence: Evidence) -> bool:
    return evidence.only_ragged_fail


def takes_several(finding: Finding, _: Evidence) -> bool:
    """One access is to several elements of a buffer."""
    return any(seen.at_once > 1 for seen in finding.occurrences)


def relies_on_volatile(_: Finding, evidence: Evidence) -> bool:
    """The text declares something `volatile`, which `asm volatile` does not."""
    return any(re.search(r"(?<!asm )\bvolatile\b", line) for line in evidence.facts.code)


def is_volatile(finding: Finding, evidence: Evidence) -> bool:
    """The array itself is declared `volatile`."""
    declared = re.compile(rf"\bvolatile\b[^;]*\b{re.escape(finding.array or '')}\b\s*\[")
    return bool(finding.array) and any(declared.search(line) for line in evidence.facts.code)


def missing(what: str) -> Fits:
    return lambda finding, _: any(seen.missing == what for seen in finding.occurrences)
