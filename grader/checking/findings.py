"""The emulator's findings in words for students, merged over the cases, with consequences left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from grader.checking.naming import Names, thread_text
from grader.emulator import findings as emulator
from grader.kinds import KINDS, RANK, kind_named
from grader.results import Finding, Kind, OtherParty, Severity

_VERBS = {"read": "reads", "write": "writes", "atomic": "updates"}
_PAST = {"read": "reads", "write": "wrote", "atomic": "updated"}


def translate(found: emulator.Finding, names: Names, case: str, *, oob_read: str = "fail") -> Finding:
    """One finding of the emulator as a result; of a kind that nobody knows, the grader's own fault that says so."""
    kind = kind_named(found.kind)
    if kind is None:
        return unknown_kind(found.kind).model_copy(update={"case": case, "cases": (case,), "line": found.line})
    element = names.element(found.object, found.offset)
    severity = Severity.ERROR
    if kind is Kind.OUT_OF_BOUNDS and found.access == "read" and oob_read == "warn":
        severity = Severity.WARNING
    return Finding(
        kind=kind,
        severity=severity,
        line=found.line,
        column=found.column,
        case=case,
        cases=(case,),
        block=found.block,
        thread=found.thread,
        access=found.access,
        space=found.space,
        object=element,
        address=found.offset,
        other=_other(found.other),
        count=found.count,
        message=_WORDS.get(kind, _as_given)(found, names, element or "memory"),
        topic=KINDS[kind].topic,
        instruction=found.instruction or None,
    )


def unknown_kind(name: str) -> Finding:
    """The grader's own fault: something that it asked has told of a kind of finding that its table does not have."""
    message = f"The grader itself failed: it does not know what '{name[:80]}' means."
    return Finding(kind=Kind.UNSUPPORTED, severity=Severity.GRADER, message=message)


def _other(party: emulator.Party | None) -> OtherParty | None:
    if party is None:
        return None
    return OtherParty(line=party.line, thread=party.thread, block=party.block, access=party.access)


def _who(found: emulator.Finding) -> str:
    return f"Thread {thread_text(found.thread)}" if found.thread is not None else "A thread"


def _where(found: emulator.Finding) -> str:
    return f" of block {thread_text(found.block)}" if found.block is not None else ""


_WHY = {
    "fence": "with no __threadfence() after the flag that tells of it was read",
    "wait": "by an asynchronous copy that nobody has waited for",
}


def _race(found: emulator.Finding, names: Names, element: str) -> str:
    verb = _VERBS.get(found.access or "", "uses")
    place = names.place(found.object, found.offset)
    other = found.other
    if other is None:
        return f"{_who(found)} {verb} {element}{place}, which another thread uses with no barrier between."
    block = f" of block {thread_text(other.block)}" if other.block != found.block else ""
    line = "the same line" if other.line == found.line else f"line {other.line}"
    why = "with no barrier between" if not block else "and blocks are not ordered by any barrier"
    why = _WHY.get(found.missing, why)
    past = _PAST.get(other.access, "used")
    return (
        f"{_who(found)}{_where(found) if block else ''} {verb} {element}{place}, which thread"
        f" {thread_text(other.thread)}{block} {past} on {line}, {why}."
    )


def _bounds(found: emulator.Finding, names: Names, element: str) -> str:
    verb = _VERBS.get(found.access or "", "uses")
    extent = names.extent(found.object, found.object_bytes)
    if found.object is None:
        return f"{_who(found)}{_where(found)} {verb} memory that belongs to no array."
    side = "before the beginning of" if (found.offset or 0) < 0 else "past the end of"
    return f"{_who(found)}{_where(found)} {verb} {element}, {side} {found.object}" + (
        f" ({extent})." if extent else "."
    )


def _uninitialized(found: emulator.Finding, names: Names, element: str) -> str:
    if found.space == "local" or found.object is None:
        return f"{_who(found)}{_where(found)} reads a local variable that it has not set."
    place = names.place(found.object, found.offset)
    scope = "in this block " if found.space == "shared" else ""
    return f"{_who(found)}{_where(found)} reads {element}{place}, which no thread {scope}has written."


def _early_exit(found: emulator.Finding, _: Names, __: str) -> str:
    if found.other is None:
        return _as_given(found, _, __)
    return (
        f"{_who(found)}{_where(found)} has left the kernel and never reaches the barrier on line {found.other.line},"
        f" where thread {thread_text(found.other.thread)} waits: all threads of a block must reach every barrier."
    )


def _divergence(found: emulator.Finding, _: Names, __: str) -> str:
    if found.other is None:
        return _as_given(found, _, __)
    return (
        f"Threads of block {thread_text(found.block or (0, 0, 0))} part ways at a barrier: thread"
        f" {thread_text(found.thread or (0, 0, 0))} waits on line {found.line}, thread"
        f" {thread_text(found.other.thread)} on line {found.other.line}."
    )


def _misaligned(found: emulator.Finding, _: Names, element: str) -> str:
    return (
        f"{_who(found)}{_where(found)} {_VERBS.get(found.access or '', 'uses')} {found.size or 'several'} bytes at"
        f" {element}, which is no multiple of that size."
    )


def _timeout(found: emulator.Finding, _: Names, __: str) -> str:
    return f"{_who(found)}{_where(found)} does not come to an end: the loop here ran too often and was stopped."


def _as_given(found: emulator.Finding, _: Names, __: str) -> str:
    return found.message or found.kind.replace("-", " ")


_WORDS: dict[Kind, Callable[[emulator.Finding, Names, str], str]] = {
    Kind.DATA_RACE: _race,
    Kind.OUT_OF_BOUNDS: _bounds,
    Kind.UNINITIALIZED_READ: _uninitialized,
    Kind.EARLY_EXIT: _early_exit,
    Kind.BARRIER_DIVERGENCE: _divergence,
    Kind.MISALIGNED_ACCESS: _misaligned,
    Kind.TIMEOUT: _timeout,
}


@dataclass(frozen=True, slots=True)
class _Key:
    """What makes two findings the same fault."""

    kind: Kind
    line: int
    other_line: int
    object: str
    access: str | None


def _key(finding: Finding) -> _Key:
    array = (finding.object or "").split("[")[0].split(" ")[0]
    other = finding.other.line if finding.other else 0
    return _Key(finding.kind, finding.line, other, array, finding.access)


def merge(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding a fault: the first occurrence, counts summed, all cases listed; order of first occurrence."""
    merged: dict[_Key, Finding] = {}
    for finding in findings:
        key = _key(finding)
        if key not in merged:
            merged[key] = finding
            continue
        first = merged[key]
        cases = first.cases + tuple(case for case in finding.cases if case not in first.cases)
        merged[key] = first.model_copy(update={"count": first.count + finding.count, "cases": cases})
    return tuple(merged.values())


def without_consequences(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The causes alone: reads of cells that a race, or a thread that left, kept from being written say nothing new."""
    return tuple(finding for finding in findings if not any(_explains(cause, finding) for cause in findings))


def _explains(cause: Finding, finding: Finding) -> bool:
    if cause is finding or not set(finding.cases) <= set(cause.cases):
        return False
    if finding.kind is Kind.UNINITIALIZED_READ and finding.space == "shared":
        if cause.kind is Kind.DATA_RACE:
            return _array(cause) == _array(finding) and finding.line in (cause.line, _other_line(cause))
        return cause.kind in (Kind.EARLY_EXIT, Kind.BARRIER_DIVERGENCE)
    if finding.kind is Kind.EARLY_EXIT:
        # The same condition around a barrier, met by the threads that take it last.
        return cause.kind is Kind.BARRIER_DIVERGENCE and _other_line(finding) in (cause.line, _other_line(cause))
    if finding.kind is Kind.DATA_RACE:
        # Threads that left or wait elsewhere are missing at every barrier that would have ordered these accesses.
        return cause.kind is Kind.BARRIER_DIVERGENCE and finding.space == "shared"
    return False


def _array(finding: Finding) -> str:
    return (finding.object or "").split("[")[0]


def _other_line(finding: Finding) -> int:
    return finding.other.line if finding.other else 0


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Causes before effects, errors before warnings, then by line; what no case shows stands last of its kind.

    A timed launch finds what a case finds too, but later and without its line.
    """
    severities = {Severity.ERROR: 0, Severity.GRADER: 1, Severity.WARNING: 2}
    return tuple(
        sorted(
            findings,
            key=lambda item: (
                severities[item.severity],
                RANK[item.kind],
                item.case is None,
                item.line,
                item.column,
            ),
        )
    )
