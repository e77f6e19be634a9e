"""A finding in a sentence, made of its facts alone: who, what, where, who else was involved.

So what a student may not see can be taken out of the facts, and what is left can be worded again.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from grader.report.explanations import in_words
from grader.report.format import apart, dim3, plural
from grader.results import Case, Finding, Kind, Occurrence, Words
from grader.results.kinds import KINDS

_VERBS = {"read": "reads", "write": "writes", "atomic": "updates"}
_PAST = {"read": "reads", "write": "wrote", "atomic": "updated"}
_WHY = {
    "fence": "with no __threadfence() after the flag that tells of it was read",
    "wait": "by an asynchronous copy that nobody has waited for",
    "order": "and nothing says which comes first: both are atomic, but whose turn comes first decides the value",
}
# What no GPU has memory at: addresses that an index adds to, or takes from, a null pointer.
_NEAR_NULL = 1 << 32
_UNSEEN = " (Optimised code does without this access, so no number shows it.)"


def worded_finding(finding: Finding, words: Words) -> Finding:
    """The finding with the sentence, and the facts of its first occurrence; as it is where it has no occurrences.

    `words` are the lab's.
    """
    if not finding.occurrences:
        return finding
    first = finding.occurrences[0]
    return finding.model_copy(
        update={
            "case": first.case,
            "block": first.block,
            "thread": first.thread,
            "other": first.other,
            "index": first.index,
            "object": element(finding.array, first),
            "address": first.offset,
            "count": sum(occurrence.count for occurrence in finding.occurrences),
            "message": message(finding, first, words),
        }
    )


def message(finding: Finding, occurrence: Occurrence, words: Words) -> str:
    """What happened in one of the finding's cases."""
    text = occurrence.said or _said(finding, occurrence, words)
    return text + _UNSEEN if occurrence.unseen else text


def neutral(finding: Finding) -> str:
    """What can be said of a finding whose facts are not known: what it is, and where it was seen."""
    return f"{KINDS[finding.kind].title} in {_cases(finding.cases, finding.cases[0])}."


def element(array: str | None, occurrence: Occurrence) -> str | None:
    """The element as the source writes it: `As[0][16]` may lie outside, then its index says so."""
    if array is None or occurrence.index:
        return array and array + "".join(f"[{place}]" for place in occurrence.index)
    return array if occurrence.offset is None else f"{array} (byte {occurrence.offset})"


def _who(at: Occurrence) -> str:
    return f"Thread {dim3(at.thread)}" if at.thread is not None else "A thread"


def _where(at: Occurrence) -> str:
    return f" of block {dim3(at.block)}" if at.block is not None else ""


def _verb(finding: Finding) -> str:
    return _VERBS.get(finding.access or "", "uses")


def _named(finding: Finding, at: Occurrence) -> str:
    """The element, with its row and column where it is in a matrix."""
    place = f" (row {at.cell[0]}, column {at.cell[1]})" if at.cell is not None and len(at.cell) == 2 else ""
    return (element(finding.array, at) or "memory") + place


def _race(finding: Finding, at: Occurrence) -> str:
    other = at.other
    if at.missing == "turns":
        return (
            "The result depends on whose turn comes first: it is right when the first thread begins, and wrong when"
            " the last one does. Threads meet here in memory (atomic, volatile or relaxed accesses) with nothing that"
            " orders what they read and write."
        )
    if other is None:
        return f"{_who(at)} {_verb(finding)} {_named(finding, at)}, which another thread uses with no barrier between."
    block = f" of block {dim3(other.block)}" if other.block != at.block else ""
    line = "the same line" if other.line == finding.line else f"line {other.line}"
    why = _WHY.get(at.missing, "and blocks are not ordered by any barrier" if block else "with no barrier between")
    chosen = f" `{at.chosen_by}` says which." if at.chosen_by else ""
    return (
        f"{_who(at)}{_where(at) if block else ''} {_verb(finding)} {_named(finding, at)}, which thread"
        f" {dim3(other.thread)}{block} {_PAST.get(other.access, 'used')} on {line}, {why}.{chosen}"
    )


def _bounds(finding: Finding, at: Occurrence) -> str:
    if finding.array is None:
        stray = "memory that belongs to no array" if at.stray_address is None else _stray(at.stray_address)
        return f"{_who(at)}{_where(at)} {_verb(finding)} {stray}."
    side = "before the beginning of" if (at.offset or 0) < 0 else "past the end of"
    extent = _extent(finding.array, at)
    outside = f"{_reached(finding.array, at)}, {side} {finding.array}"
    return f"{_who(at)}{_where(at)} {_verb(finding)} {outside}{f' ({extent})' if extent else ''}."


def _reached(array: str, at: Occurrence) -> str:
    """The element, or the first and the last of several that one access takes."""
    last = f" to {array}[{at.index[0] + at.at_once - 1}]" if at.at_once > 1 and len(at.index) == 1 else ""
    return f"{element(array, at)}{last}"


def _stray(address: int) -> str:
    """An address that belongs to no array, and what it probably is."""
    if address == 0:
        return "address 0: a null pointer"
    if min(address, (1 << 64) - address) < _NEAR_NULL:
        return f"address {address:#x}, reached from a null pointer"
    return f"address {address:#x}, where there is no array"


def _extent(array: str, at: Occurrence) -> str:
    if at.extent is not None:
        number = math.prod(at.extent)
        elements = f"{number} elements, numbered from 0" if number > 1 else "1 element"
        return f"{array} is {'×'.join(map(str, at.extent))}: {elements}" if at.extent[1:] else f"{array} has {elements}"
    if at.declared:
        line = f" on line {at.declared_on}" if at.declared_on else ""
        return f"it is declared {array}{''.join(f'[{size}]' for size in at.declared)}{line}"
    return f"{array} has {at.array_bytes} bytes" if at.array_bytes else ""


def _uninitialized(finding: Finding, at: Occurrence) -> str:
    if finding.array and at.other is not None:
        return f"{_who(at)}{_where(at)} reads {finding.array} on line {at.other.line}, before it has set it."
    if finding.space == "local" or finding.array is None:
        return f"{_who(at)}{_where(at)} reads a local variable that it has not set."
    scope = "in this block " if finding.space == "shared" else ""
    return f"{_who(at)}{_where(at)} reads {_named(finding, at)}, which no thread {scope}has written."


def _early_exit(finding: Finding, at: Occurrence) -> str:
    if at.other is None:
        return _by_title(finding, at)
    return (
        f"{_who(at)}{_where(at)} has left the kernel and never reaches the barrier on line {at.other.line}, where"
        f" thread {dim3(at.other.thread)} waits: all threads of a block must reach every barrier."
    )


def _divergence(finding: Finding, at: Occurrence) -> str:
    if at.other is None:
        return _by_title(finding, at)
    nowhere = (0, 0, 0)
    return (
        f"Threads of block {dim3(at.block or nowhere)} part ways at a barrier: thread {dim3(at.thread or nowhere)}"
        f" waits on line {finding.line}, thread {dim3(at.other.thread)} on line {at.other.line}."
    )


def _misaligned(finding: Finding, at: Occurrence) -> str:
    return (
        f"{_who(at)}{_where(at)} {_verb(finding)} {at.size or 'several'} bytes at"
        f" {element(finding.array, at) or 'memory'}, which is no multiple of that size."
    )


def _timeout(_: Finding, at: Occurrence) -> str:
    return f"{_who(at)}{_where(at)} does not come to an end: the loop here ran too often and was stopped."


def _input_modified(finding: Finding, _: Occurrence) -> str:
    return f"{finding.array} is an input, and it is not what it was after the kernel ran."


def _said(finding: Finding, at: Occurrence, words: Words) -> str:
    words = words.about(finding.array)
    if finding.kind is Kind.WRONG_RESULT:
        return _wrong_result(finding, at, words)
    if finding.kind is Kind.UNWRITTEN_OUTPUT:
        return _unwritten(finding, at, words)
    return _WORDS.get(finding.kind, _by_title)(finding, at)


def _wrong_result(finding: Finding, at: Occurrence, words: Words) -> str:
    found = first_wrong(at, words)
    place = f"{_place(finding, at, words)}{found and f': {found}'}"
    return f"{words.output} is wrong in {place}. {in_words(at.explanations)}".strip()


def first_wrong(at: Occurrence | Case, words: Words) -> str:
    """What the first wrong element holds, and what it should; older versions kept another one."""
    cell = at.first or at.worst
    if cell is None:
        return ""
    got, expected = apart(cell.got, cell.expected)
    return f"{words.cell(cell.index)} is {got}, expected {expected}"


def _unwritten(finding: Finding, at: Occurrence, words: Words) -> str:
    place = _place(finding, at, words)
    return f"Cells of {words.output} were never written in {place}. {in_words(at.explanations)}".strip()


def _place(finding: Finding, at: Occurrence, words: Words) -> str:
    return _cases(finding.cases, f"{at.case} ({words.tell(at.sizes)})" if at.sizes is not None else f"{at.case}")


def _cases(cases: tuple[str, ...], first: str) -> str:
    return f"{first} and {plural(len(cases) - 1, 'more case')}" if len(cases) > 1 else first


def _by_title(finding: Finding, _: Occurrence) -> str:
    return finding.kind.value.replace("-", " ")


_WORDS: dict[Kind, Callable[[Finding, Occurrence], str]] = {
    Kind.DATA_RACE: _race,
    Kind.OUT_OF_BOUNDS: _bounds,
    Kind.UNINITIALIZED_READ: _uninitialized,
    Kind.EARLY_EXIT: _early_exit,
    Kind.BARRIER_DIVERGENCE: _divergence,
    Kind.MISALIGNED_ACCESS: _misaligned,
    Kind.TIMEOUT: _timeout,
    Kind.INPUT_MODIFIED: _input_modified,
}
