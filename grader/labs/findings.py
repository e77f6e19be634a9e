"""Turn the emulator's findings into facts: named, merged over the cases, without consequences, in order.

`placed` moves them to the line that is to be changed, where the source shows that it is not the access's own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.compiling.source_facts import SourceFacts
from grader.devices.base import DeclaredArray
from grader.emulator import result as emulator
from grader.labs.base import Buffer
from grader.results import MAX_OCCURRENCES, Finding, Kind, Occurrence, OtherParty, Severity
from grader.results.kinds import KINDS, RANK, FoundBy, SafetyRule, kind_named


def translate(found: emulator.RunFinding, names: Names, case: str, *, warns: bool = False) -> Finding:
    """Return one finding of the emulator as a result, as an error unless it only `warns`.

    For an unknown kind return the grader's own fault.
    """
    kind = kind_named(found.kind)
    if kind is None:
        fault = grader_fault(f"it does not know what '{found.kind[:80]}' means.")
        seen = Occurrence(case=case, said=fault.message)
        where = {"case": case, "cases": (case,), "line": found.line}
        return fault.model_copy(update={**where, "occurrences": (seen,)})
    names = names.within(found.space)
    seen = Occurrence(
        case=case,
        block=found.block,
        thread=found.thread,
        other=_other(found.other),
        index=names.index(found.object, found.offset),
        offset=found.offset,
        cell=names.cell(found.object, found.offset),
        extent=names.extent(found.object),
        declared=names.declared(found.object),
        declared_on=names.declared_on(found.object),
        array_bytes=found.object_bytes,
        size=found.size,
        count=found.count,
        missing=found.missing,
        stray_address=found.address if found.object is None else None,
        said="" if _speaks_for_itself(kind, found) else sentence(found.message),
    )
    return Finding(
        kind=kind,
        severity=Severity.WARNING if warns else Severity.ERROR,
        line=found.line,
        column=found.column,
        case=case,
        cases=(case,),
        block=seen.block,
        thread=seen.thread,
        access=found.access,
        space=found.space,
        array=found.object,
        other=seen.other,
        count=found.count,
        topic=KINDS[kind].topic,
        instruction=found.instruction or None,
        occurrences=(seen,),
    )


def without_case(finding: Finding) -> Finding:
    """Return a finding that belongs to no case."""
    occurrences = tuple(each.model_copy(update={"case": None}) for each in finding.occurrences)
    return finding.model_copy(update={"case": None, "cases": (), "occurrences": occurrences})


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    text = text.strip()
    first = text.split(" ", 1)[0]
    if first == "a" or (len(first) > 1 and first.isalpha()):  # not a name such as matmul_tiled or A
        text = text[:1].upper() + text[1:]
    return text + ("" if text.endswith((".", "!", "?")) else ".") if text else text


def _speaks_for_itself(kind: Kind, found: emulator.RunFinding) -> bool:
    """True if the facts say all: for a barrier the other party, for an ended launch the thread that ran too long."""
    if KINDS[kind].rule is SafetyRule.BARRIERS and KINDS[kind].source is FoundBy.CHECKER:
        return found.other is not None
    return KINDS[kind].source is FoundBy.CHECKER or (kind is Kind.TIMEOUT and found.thread is not None)


def grader_fault(words: str, at: str = "") -> Finding:
    """Return a fault of the grader's own; `at` says during what it happened."""
    message = " ".join(filter(None, ("The grader itself failed", at)))
    return Finding(kind=Kind.UNSUPPORTED, severity=Severity.GRADER, message=f"{message}: {words}")


def _other(party: emulator.Party | None) -> OtherParty | None:
    if party is None:
        return None
    return OtherParty(line=party.line, thread=party.thread, block=party.block, access=party.access)


def merge(findings: Iterable[Finding], hidden: Container[str] = ()) -> tuple[Finding, ...]:
    """Return one finding a fault, with its occurrence in each case, in the order of first occurrence.

    `hidden` are cases that a student may not see: where there is no room for all occurrences, theirs are left out.
    """
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        fault = finding.kind, finding.line, _other_line(finding), finding.array, finding.access
        alike.setdefault(fault, []).append(finding)
    return tuple(bounded(_joined(found) if len(found) > 1 else found[0], hidden) for found in alike.values())


_GRAVEST_FIRST = (Severity.ERROR, Severity.GRADER, Severity.WARNING)


def _joined(found: Sequence[Finding]) -> Finding:
    """Return findings of one fault as one: the first, with the occurrence in each case and the sum of counts."""
    seen: dict[str | None, list[Occurrence]] = {}
    for occurrence in itertools.chain.from_iterable(finding.occurrences for finding in found):
        seen.setdefault(occurrence.case, []).append(occurrence)
    return found[0].model_copy(
        update={
            "severity": min((finding.severity for finding in found), key=_GRAVEST_FIRST.index),
            "count": sum(finding.count for finding in found),
            "cases": tuple(dict.fromkeys(case for finding in found for case in finding.cases)),
            "occurrences": tuple(
                each[0].model_copy(update={"count": sum(one.count for one in each)}) if len(each) > 1 else each[0]
                for each in seen.values()
            ),
        }
    )


def bounded(finding: Finding, hidden: Container[str]) -> Finding:
    """Return the finding with at most `MAX_OCCURRENCES`: the first, then those of cases that are not `hidden`."""
    if len(finding.occurrences) <= MAX_OCCURRENCES:
        return finding
    first, *others = finding.occurrences
    kept = sorted(others, key=lambda occurrence: occurrence.case in hidden)[: MAX_OCCURRENCES - 1]
    return finding.model_copy(update={"occurrences": (first, *(item for item in others if item in kept))})


def without_consequences(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the causes alone: a read of a cell that a race, or an early exit, kept from being written is left out."""
    return tuple(finding for finding in findings if not any(_explains(cause, finding) for cause in findings))


def _explains(cause: Finding, finding: Finding) -> bool:
    if cause is finding or not set(finding.cases) <= set(cause.cases):
        return False
    if finding.kind is Kind.UNINITIALIZED_READ and finding.space == "shared":
        if cause.kind is Kind.DATA_RACE:
            return cause.array == finding.array and finding.line in (cause.line, _other_line(cause))
        return cause.kind in (Kind.EARLY_EXIT, Kind.BARRIER_DIVERGENCE)
    if finding.kind is Kind.EARLY_EXIT:
        # The same condition around a barrier, met by the threads that take it last.
        return cause.kind is Kind.BARRIER_DIVERGENCE and _other_line(finding) in (cause.line, _other_line(cause))
    if finding.kind is Kind.DATA_RACE:
        # Threads that left or wait elsewhere are missing at every barrier that would have ordered these accesses.
        return cause.kind is Kind.BARRIER_DIVERGENCE and finding.space == "shared"
    return False


def _other_line(finding: Finding) -> int:
    return finding.other.line if finding.other else 0


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort causes before effects, errors before warnings, then by line; what no case shows is last of its kind.

    A timed launch finds what a case finds too, but later and without its line.
    """
    severities = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    return tuple(
        sorted(
            findings,
            key=lambda item: (
                severities[item.severity],
                not item.has_no_room,
                RANK[Kind.OUT_OF_BOUNDS if any(_strays_into(item, other) for other in findings) else item.kind],
                item.kind is Kind.DATA_RACE,
                item.case is None,
                _is_of_a_helper(item),
                item.line,
                item.column,
            ),
        )
    )


def _is_of_a_helper(finding: Finding) -> bool:
    """True if the access stands above the declaration of its array: its line does not know the array by name."""
    return any(seen.declared_on > finding.line > 0 for seen in finding.occurrences[:1])


def _strays_into(race: Finding, beyond: Finding) -> bool:
    """True if threads without an element race with the owners of those that they hit, and others leave the array.

    Where a row is too short for a block, the same threads hit the next row's elements and leave the last row behind.
    """
    return (
        race.kind is Kind.DATA_RACE
        and beyond.kind is Kind.OUT_OF_BOUNDS
        and race.other is not None
        and race.access == race.other.access == beyond.access == "write"
        and race.array == beyond.array
        and set(race.cases) <= set(beyond.cases)
    )


@dataclass(frozen=True, slots=True)
class Names:
    """The meaning of an array's name and a byte offset in it, in one case: subscripts, rows and columns, sizes."""

    buffers: Mapping[str, Buffer]
    declarations: Mapping[str, DeclaredArray]

    def within(self, space: str | None) -> Names:
        """Return the names of one memory: a shared array may have the name of another kernel's parameter."""
        if space == "shared":
            return Names({}, self.declarations)
        return Names(self.buffers, {})

    def index(self, array: str | None, offset: int | None) -> tuple[int, ...]:
        """Return the subscripts of the element at a byte offset; none where the array's declaration is unknown."""
        if array is None or offset is None:
            return ()
        if (buffer := self._buffer(array)) is not None:
            return (offset // buffer.element_bytes,)
        declaration = self.declarations.get(array)
        if declaration is None:
            return ()
        return _subscripts(offset // (declaration.element_bytes or 4), declaration.dims)

    def cell(self, array: str | None, offset: int | None) -> tuple[int, int] | None:
        """Return row and column of an element inside a matrix."""
        buffer = self._buffer(array)
        if buffer is None or offset is None or len(buffer.dims) != 2:
            return None
        place = buffer.subscripts_at(offset)
        return (place[0], place[1]) if place else None

    def extent(self, array: str | None) -> tuple[int, ...] | None:
        """Return how many elements a buffer has along each of its dimensions: a matrix's rows and columns."""
        buffer = self._buffer(array)
        return None if buffer is None else buffer.dims

    def declared(self, array: str | None) -> tuple[int, ...]:
        """Return a shared array's sizes as declared."""
        declaration = self.declarations.get(array or "")
        return declaration.dims if declaration is not None else ()

    def declared_on(self, array: str | None) -> int:
        """Return the line that declares a shared array; 0 for any other."""
        declaration = self.declarations.get(array or "")
        return declaration.line if declaration is not None else 0

    def _buffer(self, array: str | None) -> Buffer | None:
        """Return the buffer that a parameter points to."""
        return self.buffers.get(array or "")


def _subscripts(index: int, dims: tuple[int, ...]) -> tuple[int, ...]:
    """Return a linear index as subscripts, none of a variable that is no array; what is outside shows in the first."""
    if not dims and not index:
        return ()
    inner: list[int] = []
    for size in reversed(dims[1:]):
        index, position = divmod(index, size)
        inner.append(position)
    return (index, *reversed(inner))


# -- the line to be changed --------------------------------------------------------------------------------------------


def placed(findings: Sequence[Finding], facts: SourceFacts) -> tuple[Finding, ...]:
    """Return the findings on the lines to look at; the line where one was seen becomes the other party's.

    What the compiler says of an unset variable is left out where a run has shown it.
    """
    together = not any(item.kind in (Kind.BARRIER_DIVERGENCE, Kind.EARLY_EXIT) for item in findings)
    moved = [_placed(finding, facts, together) for finding in findings]
    shown = {item.line for item in moved if item.kind is Kind.UNINITIALIZED_READ and item.occurrences}
    return tuple(
        item for item in moved if item.occurrences or item.kind is not Kind.UNINITIALIZED_READ or item.line not in shown
    )


def _placed(finding: Finding, facts: SourceFacts, together: bool) -> Finding:
    if finding.kind is Kind.UNINITIALIZED_READ and finding.array is None and finding.occurrences:
        return _where_declared(finding, facts)
    if finding.kind is Kind.BARRIER_DIVERGENCE:
        return _in_the_condition(finding, facts)
    if finding.kind is Kind.DATA_RACE and finding.space == "global":
        return _where_chosen(finding, facts)
    if finding.kind is Kind.DATA_RACE and finding.space == "shared":
        return _in_its_turns(finding, facts, together)
    return finding


def _where_declared(finding: Finding, facts: SourceFacts) -> Finding:
    """Move a read of a local without a value to its declaration, if the line shows one such name."""
    bare = facts.declared_without_value(finding.line)
    names = [name for name in dict.fromkeys(facts.names_on(finding.line)) if name in bare]
    if len(names) != 1:
        return finding
    seen = tuple(
        at.model_copy(update={"other": _party(at, finding.line, "read"), "index": (), "offset": None})
        for at in finding.occurrences
    )
    return finding.model_copy(update={"line": bare[names[0]], "column": 0, "array": names[0], "occurrences": seen})


def _in_the_condition(finding: Finding, facts: SourceFacts) -> Finding:
    """Move a divergence at two barriers to the one inside a condition."""
    other = finding.other
    if other is None or not facts.is_conditional(other.line) or facts.is_conditional(finding.line):
        return finding
    seen = tuple(
        at.model_copy(update={"thread": at.other.thread, "other": _party(at, finding.line, at.other.access)})
        if at.other
        else at
        for at in finding.occurrences
    )
    return finding.model_copy(update={"line": other.line, "column": 0, "occurrences": seen})


def _where_chosen(finding: Finding, facts: SourceFacts) -> Finding:
    """Move a race of two blocks to the line that sets the row if they are one above the other, else the column.

    Where a guard is missing a row runs on into the next, and the threads' places in their blocks differ. Nothing is
    moved where another line may set it as well, or where a pointer on the line is set or moved, which tells it, too.
    """
    at = next(iter(finding.occurrences), None)  # a GPU shows none
    index = next(iter(facts.subscripts_on(finding.line, written=True)), ())
    if at is None or at.other is None or at.block is None or not index or at.thread != at.other.thread:
        return finding
    row, column = parts_of_index(index)
    apart = [name for name, way in ((row, 1), (column, 0)) if at.block[way] != at.other.block[way]]
    if len(apart) != 1 or len(apart[0]) != 1:
        return finding
    ((name,),) = apart
    lines = facts.sets(name, finding.line)
    moved = any(facts.sets(array, finding.line) for array in re.findall(r"(\w+)\s*\[", facts.line(finding.line)))
    declared, again = (rf"{before}{re.escape(name)}\s*=(?!=)" for before in (r"[\w*]\s+", r"(?:^|[{};)])\s*"))
    if not lines or moved or (len(lines) > 1 and any(re.search(again, facts.line(line)) for line in lines)):
        return finding
    seen = tuple(each.model_copy(update={"chosen_by": name}) for each in finding.occurrences)
    near = [line for line in lines if line <= finding.line and re.search(declared, facts.line(line))]
    return finding.model_copy(update={"line": near[-1] if near else lines[0], "column": 0, "occurrences": seen})


def _in_its_turns(finding: Finding, facts: SourceFacts, together: bool) -> Finding:
    """Mark the races between two turns of a loop: within a turn there is a barrier between their lines.

    `together`: all threads of a block pass the same barriers.
    """
    others = {at.other.line for at in finding.occurrences if at.other is not None and not at.missing}
    two = {line for line in others if facts.are_two_turns(finding.line, line, together=together)}
    seen = tuple(
        at.model_copy(update={"next_turn": True}) if not at.missing and at.other and at.other.line in two else at
        for at in finding.occurrences
    )
    return finding.model_copy(update={"occurrences": seen})


def _party(at: Occurrence, line: int, access: str) -> OtherParty:
    nowhere = (0, 0, 0)
    return OtherParty(line=line, thread=at.thread or nowhere, block=at.block or nowhere, access=access)


def parts_of_index(index: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the factor before `*` and the other term of an index such as `row * K + col`."""
    terms: list[list[str]] = [[]]
    depth = 0
    for text in index:
        depth += (text in "([") - (text in ")]")
        if text == "+" and not depth:
            terms.append([])
        else:
            terms[-1].append(text)
    products = [term for term in terms if "*" in term]
    rest = [term for term in terms if "*" not in term]
    row = tuple(products[0][: products[0].index("*")]) if len(products) == 1 else ()
    return row, tuple(rest[0]) if len(rest) == 1 and len(products) < 2 else ()
