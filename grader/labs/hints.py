"""Known misconceptions and the hint for each: one row of `hints.yaml` a misconception; the first that fits is used.

A row names the kinds of finding it is for, when it fits (from the finding, what its own cases show, which others fail,
and what the source says) and what to tell the student. Rows never decide points. Those of any kernel and of tiled
products are in `grader/words/hints/`, those of a lab that is data in its own folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, TypeVar

from pydantic import Field, field_validator

from grader.assignment.models import AssignmentModel, CaseName, Identifier
from grader.assignment.yaml_source import read_yaml, validated
from grader.compiling.source_facts import SourceFacts
from grader.results import Finding, Kind
from grader.words import FOLDER
from grader.words.tables import explanation_kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseShown:
    """One case's outcome: whether it failed, and of which sizes it is."""

    label: str
    hidden: bool
    failed: bool
    is_square: bool
    is_multiple: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What rows may ask of a finding: the text, the other findings, its own cases, and all cases.

    Hidden cases are among them only for a finding that no other case shows: a hint tells nothing of them. `missed` are
    the names of requirements that are not met.
    """

    finding: Finding
    facts: SourceFacts
    findings: Sequence[Finding]
    own: Sequence[CaseShown]
    cases: Sequence[CaseShown]
    uses_shared: bool = True
    missed: frozenset[str] = frozenset()

    # -- which cases show it -------------------------------------------------------------------------------------------

    def own_are_ragged(self) -> bool:
        """Return whether it shows only where a size is no multiple of the tile width."""
        return bool(self.own) and not any(case.is_multiple for case in self.own)

    def only_ragged_fail(self) -> bool:
        """Return whether multiples of the tile width are right: some were run, and all of them passed."""
        whole = [case for case in self.cases if case.is_multiple]
        return self.own_are_ragged() and bool(whole) and not any(case.failed for case in whole)

    def only_rectangles_fail(self) -> bool:
        """Return whether square matrices are right, and the edges do not make the difference."""
        squares = [case for case in self.cases if case.is_square]
        passed = bool(squares) and not any(case.failed for case in squares)
        return passed and any(case.is_multiple for case in self.own)

    def fails_everything(self) -> bool:
        """Return whether no case passes."""
        return all(case.failed for case in self.cases)

    # -- where barriers are --------------------------------------------------------------------------------------------

    def loads_then_reads(self) -> bool:
        """Return whether the write comes first, with no barrier before the read: the first barrier is missing."""
        write, read = self._write_and_read()
        between = any(write < line < read for line in self.facts.kernel_barriers)
        return 0 < write < read and not between

    def reads_then_overwrites(self) -> bool:
        """Return whether no barrier follows the read: the next turn of the loop overwrites too early."""
        write, read = self._write_and_read()
        last = self.facts.loop_end(write, read)
        return 0 < write < read and not any(read <= line <= last for line in self.facts.kernel_barriers)

    def fills_one_of_two(self) -> bool:
        """Return whether an array holds two tiles, of which one is filled while the other is read.

        A tile that is filled and read in one turn of the loop, without a barrier between, is no such case.
        """
        within = self.loads_then_reads()
        return any(
            len(seen.declared) == 3 and seen.declared[0] == 2 and (seen.next_turn or not within)
            for seen in self.finding.occurrences
        )

    def _write_and_read(self) -> tuple[int, int]:
        """Return the lines of the kernel from which the write and the read are done; 0 where there is none."""
        found, other = self.finding, self.finding.other
        pairs = [(found.access, found.line), *([(other.access, other.line)] if other else [])]
        lines = {"write": 0, "read": 0, **{access: line for access, line in pairs if access in ("write", "read")}}
        return self.facts.in_kernel(lines["write"]), self.facts.in_kernel(lines["read"])

    def barrier_in_condition(self) -> bool:
        """Return whether a barrier that is concerned is inside an `if`."""
        lines = (self.finding.line, self.finding.other.line if self.finding.other else 0)
        return any(self.facts.is_conditional(line) for line in lines if line in self.facts.barriers)

    # -- the finding and the text --------------------------------------------------------------------------------------

    def lacks(self, what: str) -> bool:
        """Return whether this is missing where it happened."""
        return any(seen.missing == what for seen in self.finding.occurrences)

    def meets_in_a_variable(self) -> bool:
        """Return whether two threads meet on one line in a shared variable that is no array."""
        return self.meets_on_one_line() and all(
            seen.declared_on and not seen.declared for seen in self.finding.occurrences
        )

    def meets_on_one_line(self) -> bool:
        """Return whether two threads meet on one line."""
        return self.finding.other is not None and self.finding.other.line == self.finding.line

    def meets_in_one_step(self) -> bool:
        """Return whether they do so between the same two barriers: each turn of the loop around the line has one."""
        around = self.facts.loops_around(self.finding.line)[-1:]
        awaited = (line for line in self.facts.barriers if not self.facts.is_conditional(line))
        return (
            self.meets_on_one_line()
            and bool(around)
            and any(self.facts.loops_around(line)[-1:] == around for line in awaited)
        )

    def is_overwritten(self) -> bool:
        """Return whether two threads write one element."""
        return self.finding.access == "write" and bool(self.finding.other and self.finding.other.access == "write")

    def is_cut_off(self) -> bool:
        """Return whether whole numbers are one less than they should be, on a line that makes them of a fraction."""
        cells = [cell for seen in self.finding.occurrences for cell in (seen.first, seen.worst) if cell is not None]
        code = self.facts.line(self.finding.line)
        names = "|".join(re.findall(r"[A-Za-z_]\w*", code))
        of_fraction = self.text_has(rf"\b(?:float|double)\s+(?:{names})\s*=") or re.search(r"\d\.\d*f?\b", code)
        return bool(cells and of_fraction) and all(
            isinstance(cell.expected, int) and cell.expected - cell.got == 1 for cell in cells
        )

    def store_leaves_output(self) -> bool:
        """Return whether the line also stores past the end and whole tiles are right: the guard, not the index."""
        past = any(
            other.kind is Kind.OUT_OF_BOUNDS and other.line == self.finding.line and other.access == "write"
            for other in self.findings
        )
        return past and self.only_ragged_fail()

    def text_has(self, pattern: str) -> bool:
        """Return whether a regular expression is found in a line of the code."""
        return any(re.search(pattern, line) for line in self.facts.code)


FACTS: dict[str, Callable[[Evidence], bool]] = {
    "in shared memory": lambda known: known.finding.space == "shared",
    "in global memory": lambda known: known.finding.space == "global",
    "in local memory": lambda known: known.finding.space == "local",
    "it writes": lambda known: known.finding.access in ("write", "atomic"),
    "array ends within an access": lambda known: any(
        seen.at_once > 1 and 0 <= (seen.offset or 0) < (seen.array_bytes or 0) for seen in known.finding.occurrences
    ),
    "below the first element": lambda known: (
        bool(known.finding.occurrences) and all((seen.offset or 0) < 0 for seen in known.finding.occurrences)
    ),
    "two writes": Evidence.is_overwritten,
    "one adds, one stores": lambda known: (
        known.finding.other is not None and {known.finding.access, known.finding.other.access} == {"atomic", "write"}
    ),
    "on one line": Evidence.meets_on_one_line,
    "in one step": Evidence.meets_in_one_step,
    "one shared variable": Evidence.meets_in_a_variable,
    "two tiles in turn": Evidence.fills_one_of_two,
    "volatile array": lambda known: (
        bool(known.finding.array)
        and known.text_has(rf"\bvolatile\b[^;]*\b{re.escape(known.finding.array or '')}\b\s*\[")
    ),
    "volatile in text": lambda known: known.text_has(r"(?<!asm )\bvolatile\b"),
    "a macro takes an argument apart": lambda known: known.facts.takes_apart(known.finding.line),
    "no barrier": lambda known: not known.facts.barriers,
    "no barrier before reading": Evidence.loads_then_reads,
    "no barrier behind reading": Evidence.reads_then_overwrites,
    "barrier in condition": Evidence.barrier_in_condition,
    "early return": lambda known: bool(known.facts.early_returns),
    "grid's barrier": lambda known: known.lacks("block"),
    "one less, of a fraction": Evidence.is_cut_off,
    "stack overflow": lambda known: known.lacks("stack"),
    # the launch did not merely run out of time
    "loop ran too often": lambda known: any(seen.thread is not None for seen in known.finding.occurrences),
    "phases rounded down": lambda known: bool(known.facts.phase_division),
    "store leaves C": Evidence.store_leaves_output,
    "no shared loads": lambda known: not known.uses_shared,
    "own cases ragged": Evidence.own_are_ragged,
    "only ragged cases fail": Evidence.only_ragged_fail,
    "only rectangles fail": Evidence.only_rectangles_fail,
    "every case fails": Evidence.fails_everything,
}
"""What `when` may name: all that a row can ask for beside kinds, arrays, requirements, explanations and code."""
RowsT = TypeVar("RowsT", bound="HintRows")


class HintRow(AssignmentModel):
    """One row of `hints.yaml`: what to say of a finding of these kinds, where all else that the row asks for fits."""

    name: Identifier | CaseName
    kinds: tuple[Annotated[Kind, Field(strict=False)], ...] = Field(min_length=1)
    when: tuple[Literal[tuple(FACTS)], ...] = Field((), description="what must be so, all of it")  # type: ignore[valid-type]
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

    def fits(self, known: Evidence) -> bool:
        """Return whether the row is about this finding."""
        finding = known.finding
        explained = {each.name for seen in finding.occurrences[:1] for each in seen.explanations}
        return (
            finding.kind in self.kinds
            and (not self.array or finding.array in self.array)
            and (not self.requirement or not known.missed.isdisjoint(self.requirement))
            and (not self.code or bool(re.search(self.code, known.facts.line(finding.line))))
            and all(FACTS[name](known) for name in self.when)
            and (not self.explained or not explained.isdisjoint(self.explained))
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
    """Return the findings, each with the hint of the first row that fits; one that says all keeps its own."""

    def hinted(finding: Finding) -> Finding:
        own = [case for case in cases if case.label in finding.cases]
        shown = [case for case in own if not case.hidden]
        public = bool(shown) or not own
        known = Evidence(
            finding=finding, facts=facts, findings=findings, uses_shared=uses_shared, missed=missed,
            own=shown if public else own,
            cases=[case for case in cases if not case.hidden] if public else cases,
        )  # fmt: skip
        row = next((row for row in rows if row.fits(known)), None)
        return finding.model_copy(update={"hint": row.hint, "topic": row.topic}) if row else finding

    return tuple(finding if finding.hint or finding.has_no_room else hinted(finding) for finding in findings)
