"""Known misconceptions and the hint for each: one row of `hints.yaml` a misconception, the first that fits speaks.

A row says which kinds of finding it is for, when it fits (from the finding, what its own cases show, which others fail,
and what the source says) and what to tell the student. Rows never decide points. Those of any kernel and of tiled
products stand in `grader/words/hints/`, those of a lab that is data in its own folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import Field, field_validator

from grader.assignment.models import AssignmentModel, CaseName, Identifier
from grader.assignment.yaml_source import read_yaml, validated
from grader.compiling.source_facts import SourceFacts
from grader.results import Finding, Kind
from grader.results.kinds import KINDS, FoundBy
from grader.words import FOLDER
from grader.words.tables import explanation_kinds


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
    """What the rows may look at beside the finding: the text, the other findings, its own cases, and all cases.

    Hidden cases are among them only for a finding that no other case shows: a hint tells nothing of them. `missed` are
    the names of requirements that are not met.
    """

    facts: SourceFacts
    findings: Sequence[Finding]
    own: Sequence[CaseShown]
    cases: Sequence[CaseShown]
    uses_shared: bool = True
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
        known = explanation_kinds()
        told |= {name for case in self.cases for name in case.patterns if name in known and known[name].decisive}
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


Fact = Callable[[Finding, Evidence], bool]
RowsT = TypeVar("RowsT", bound="HintRows")
Asked = Literal[
    "in shared memory",
    "in global memory",
    "in local memory",
    "it writes",
    "several elements at once",
    "two writes",
    "two tiles in turn",
    "volatile array",
    "volatile in text",
    "no barrier",
    "no barrier before reading",
    "no barrier behind reading",
    "barrier in condition",
    "early return",
    "grid's barrier",
    "stack overflow",
    "loop ran too often",
    "phases rounded down",
    "store leaves C",
    "no shared loads",
    "own cases ragged",
    "only ragged cases fail",
    "only rectangles fail",
    "all zero",
    "every case fails",
]


class HintRow(AssignmentModel):
    """One row of `hints.yaml`: what to say of a finding of these kinds, where all else that the row asks for fits."""

    name: Identifier | CaseName
    kinds: tuple[Annotated[Kind, Field(strict=False)], ...] = Field(min_length=1)
    when: tuple[Asked, ...] = Field((), description="what must be so, all of it")
    array: tuple[str, ...] = Field((), description="names of arrays; none: any")
    explained: tuple[str, ...] = Field((), description="explanations of wrong results, one of which fits; none: any")
    requirement: tuple[str, ...] = Field((), description="names of requirements that are not met; none: any")
    code: str = Field("", max_length=200, description="a regular expression found on the finding's line; empty: any")
    topic: str = ""
    hint: str = Field(min_length=1, max_length=1000)

    @field_validator("explained")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in explanation_kinds():
                raise ValueError(f"'{name}' is no explanation; they are {', '.join(explanation_kinds())}")
        return names

    def fits(self, finding: Finding, evidence: Evidence) -> bool:
        """Whether it speaks of this finding."""
        return (
            finding.kind in self.kinds
            and (not self.array or finding.array in self.array)
            and (not self.requirement or not evidence.missed.isdisjoint(self.requirement))
            and (not self.code or bool(re.search(self.code, evidence.code(finding))))
            and all(FACTS[name](finding, evidence) for name in self.when)
            and (not self.explained or evidence.explained_by(finding, self.explained))
        )


class HintRows(AssignmentModel):
    """`hints.yaml`: the rows are tried in order, before the grader's own."""

    hints: tuple[HintRow, ...] = Field(max_length=100)


class CommonHints(HintRows):
    """Rows for any kernel: `always` and `nearer` come before a lab's own, of a lab that is data; the others behind."""

    always: tuple[HintRow, ...]
    nearer: tuple[HintRow, ...]


@cache
def common_hints() -> CommonHints:
    """Those of any kernel."""
    return _read(CommonHints, "hints/common.yaml")


@cache
def product_hints() -> tuple[HintRow, ...]:
    """Those of tiled products."""
    return (*common_hints().always, *_read(HintRows, "hints/matmul.yaml").hints)


def data_hints(own: Sequence[HintRow] = ()) -> tuple[HintRow, ...]:
    """A lab's own rows between those of any kernel."""
    common = common_hints()
    return (*common.always, *common.nearer, *own, *common.hints)


def _read(model: type[RowsT], name: str) -> RowsT:
    return validated(model, read_yaml(FOLDER / name, name))


def apply_hints(
    findings: Sequence[Finding],
    facts: SourceFacts,
    cases: Sequence[CaseShown],
    rows: Sequence[HintRow],
    *,
    uses_shared: bool,
    missed: frozenset[str] = frozenset(),
) -> tuple[Finding, ...]:
    """The findings, each with the hint of the first row that fits; those that have one, or say all, stay so."""
    known = Evidence(
        facts=facts,
        findings=findings,
        own=(),
        cases=cases,
        uses_shared=uses_shared,
        missed=missed,
    )
    return tuple(
        finding if finding.hint or finding.has_no_room else _hinted(finding, _seen_by(finding, known), rows)
        for finding in findings
    )


def _seen_by(finding: Finding, known: Evidence) -> Evidence:
    cases = known.cases
    own = [case for case in cases if case.label in finding.cases]
    if not own or any(not case.hidden for case in own):
        own = [case for case in own if not case.hidden]
        cases = [case for case in cases if not case.hidden]
    return replace(known, own=own, cases=cases)


def _hinted(finding: Finding, evidence: Evidence, rows: Sequence[HintRow]) -> Finding:
    for row in rows:
        if row.fits(finding, evidence):
            return finding.model_copy(update={"hint": row.hint, "topic": row.topic})
    return finding


# -- what rows may ask ------------------------------------------------------------------------------------------------


def ran_dry(finding: Finding, _: Evidence) -> bool:
    """Whether a thread went round a loop too often, rather than that time was over."""
    return any(seen.thread is not None for seen in finding.occurrences)


def no_barrier(_: Finding, evidence: Evidence) -> bool:
    return not evidence.facts.barriers


def in_shared(finding: Finding, _: Evidence) -> bool:
    return finding.space == "shared"


def in_global(finding: Finding, _: Evidence) -> bool:
    return finding.space == "global"


def in_local(finding: Finding, _: Evidence) -> bool:
    return finding.space == "local"


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


def _store_leaves_output(finding: Finding, evidence: Evidence) -> bool:
    """The same line also stores past the end, and whole tiles come out right: it is the guard, not the index."""
    past = any(
        other.kind is Kind.OUT_OF_BOUNDS and other.line == finding.line and other.access == "write"
        for other in evidence.findings
    )
    return past and evidence.only_ragged_fail


def _lacks(what: str) -> Fact:
    return lambda finding, _: any(seen.missing == what for seen in finding.occurrences)


FACTS: dict[Asked, Fact] = {
    "in shared memory": in_shared,
    "in global memory": in_global,
    "in local memory": in_local,
    "it writes": is_write,
    "several elements at once": takes_several,
    "two writes": same_cell_written_twice,
    "two tiles in turn": two_tiles_in_turn,
    "volatile array": is_volatile,
    "volatile in text": relies_on_volatile,
    "no barrier": no_barrier,
    "no barrier before reading": loads_then_reads,
    "no barrier behind reading": reads_then_overwrites,
    "barrier in condition": conditional_barrier,
    "early return": early_return,
    "grid's barrier": _lacks("block"),
    "stack overflow": _lacks("stack"),
    "loop ran too often": ran_dry,
    "phases rounded down": lambda _, evidence: bool(evidence.facts.phase_division),
    "store leaves C": _store_leaves_output,
    "no shared loads": lambda _, evidence: not evidence.uses_shared,
    "own cases ragged": lambda _, evidence: evidence.own_are_ragged,
    "only ragged cases fail": lambda _, evidence: evidence.only_ragged_fail,
    "only rectangles fail": lambda _, evidence: evidence.only_rectangles_fail,
    "all zero": lambda _, evidence: evidence.all_zero,
    "every case fails": lambda _, evidence: evidence.fails_everything,
}
"""What `when` may name: all that a row can ask for beside kinds, arrays, requirements, explanations and code."""
