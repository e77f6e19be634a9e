"""Say a finding in a sentence, made of its facts alone: of which thread, what, where, and with which other one.

So what a student may not see can be taken out of the facts, and what is left can be worded again. The sentences stand
in `grader/words/findings.yaml`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from grader.report.format import apart, dim3, plural
from grader.results import Case, Explanation, Finding, Occurrence, Words
from grader.words import words as words_of
from grader.words.tables import explanation_kinds, finding_words

# No GPU has memory here: addresses that an index adds to, or takes from, a null pointer.
_NEAR_NULL = 1 << 32


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
    text = occurrence.said
    if not text:
        facts = _facts(finding, occurrence) | _compared(finding, occurrence, words.about(finding.array))
        text = finding_words()[finding.kind.value].says(facts).strip()
    return text + words_of("findings")["unseen"]() if occurrence.unseen else text


def neutral(finding: Finding) -> str:
    """What can be said of a finding whose facts are not known: what it is, and where it was seen."""
    title = finding_words()[finding.kind.value].title
    return words_of("findings")["neutral"](title=title, **_place(finding.cases, finding.cases[0]))


def element(array: str | None, occurrence: Occurrence) -> str | None:
    """The element as the source writes it: `As[0][16]` may lie outside, then its index says so."""
    if array is None or occurrence.index:
        return array and array + "".join(f"[{place}]" for place in occurrence.index)
    return array if occurrence.offset is None else f"{array} (byte {occurrence.offset})"


def first_wrong(at: Occurrence | Case, words: Words) -> str:
    """What the first wrong element holds, and what it should; older versions kept another one."""
    cell = at.first or at.worst
    if cell is None:
        return ""
    got, expected = apart(cell.got, cell.expected)
    return words_of("findings")["first_wrong"](cell=words.cell(cell.index), got=got, expected=expected)


def in_words(explanations: Iterable[Explanation]) -> str:
    """The sentences, in order; an explanation of another version's is passed over."""
    known = explanation_kinds()
    return " ".join(known[entry.name].says(entry.facts) for entry in explanations if entry.name in known)


def _facts(finding: Finding, at: Occurrence) -> dict[str, object]:
    """What the sentences of findings may name, of what a checker or a launch saw."""
    other, array = at.other, finding.array
    access, others = finding.access, other.access if other else ""
    stray, extent = at.stray_address, at.extent
    row, column = at.cell if at.cell is not None and len(at.cell) == 2 else ("", "")
    return {
        "thread": at.thread and dim3(at.thread),
        "block": at.block and dim3(at.block),
        "its_thread": dim3(at.thread or (0, 0, 0)),
        "its_block": dim3(at.block or (0, 0, 0)),
        "line": finding.line,
        "array": array,
        "element": element(array, at),
        "row": str(row),
        "column": str(column),
        "reads": access == "read",
        "writes": access == "write",
        "updates": access == "atomic",
        "other": other and dim3(other.thread),
        "other_block": other and other.block != at.block and dim3(other.block),
        "other_line": other and str(other.line),
        "same_line": other and other.line == finding.line,
        "other_read": others == "read",
        "other_wrote": others == "write",
        "other_updated": others == "atomic",
        **{name: at.missing == name for name in ("turns", "fence", "wait", "order")},
        "chosen_by": at.chosen_by,
        "in_local": finding.space == "local",
        "in_shared": finding.space == "shared",
        "last_reached": at.at_once > 1 and len(at.index) == 1 and f"{array}[{at.index[0] + at.at_once - 1}]",
        "before_array": (at.offset or 0) < 0,
        "dims": "×".join(map(str, extent or ())),
        "elements": math.prod(extent or ()),
        "one_element": math.prod(extent or ()) <= 1,
        "one_dimension": extent is not None and len(extent) < 2,
        "declared": "".join(f"[{size}]" for size in at.declared),
        "declared_on": at.declared_on,
        "array_bytes": at.array_bytes,
        "null_address": stray == 0,
        "near_null": stray is not None and min(stray, (1 << 64) - stray) < _NEAR_NULL,
        "stray_address": stray is not None and f"{stray:#x}",
        "size": at.size,
    }


def _compared(finding: Finding, at: Occurrence, words: Words) -> dict[str, object]:
    """Likewise of what a comparison with the right results saw."""
    place = _place(finding.cases, at.case)
    sizes = words.tell(at.sizes) if at.sizes is not None else ""
    explained = in_words(at.explanations)
    return {**place, "sizes": sizes, "output": words.output, "found": first_wrong(at, words), "explained": explained}


def _place(cases: tuple[str, ...], first: str | None) -> dict[str, object]:
    return {"case": first, "more_cases": plural(len(cases) - 1, "more case") if len(cases) > 1 else ""}
