"""What the recording that a report replays says of its first wrong cell, in words."""

from __future__ import annotations

import math
from collections.abc import Collection

from grader.report.format import apart, number
from grader.results import Recording, Results, WrongTerm
from grader.results.replay.elements import element

_SEEN = "In the report's replay"
_NEARLY = 2.0**-7
"""How far from the right factor a value may be that is taken for it, rounded."""


def evidence_of(results: Results) -> Recording | None:
    """The recording that the report opens, where it tells of a wrong cell."""
    return next((recording for recording in results.recordings[:1] if recording.wrong), None)


def evidence_words(recording: Recording | None, lines: Collection[int] = ()) -> str:
    """The first wrong product, those that are missing, or what became of a right sum; empty where nothing is known.

    With `lines`, those of a proved cause, no other line is said to have chosen what is wrong.
    """
    if recording is None or recording.wrong is None:
        return ""
    term = recording.wrong
    cell = recording.output + "".join(f"[{place}]" for place in term.cell)
    if term.kind == "zeros":
        return f"{_SEEN} every product that line {term.line} adds to {cell} is 0."
    if term.kind == "missing":
        few = ", ".join(map(str, term.missing[:4])) + (", …" if len(term.missing) > 4 else "")
        return f"{_SEEN} the sum of {cell} lacks the products with k = {few}."
    if term.kind == "unused":
        why = "Either no turn of the loop runs, or what is multiplied goes elsewhere."
        return f"{_SEEN} nothing is added up before line {term.line} stores {cell}. {why}"
    if term.kind == "fraction":
        where = f"`{term.name}` keeps whole numbers only" if term.name else "only whole numbers are kept"
        return (
            f"{where}: {_SEEN.lower()} {cell} is {number(term.value)}, though what line {term.line} adds is not whole."
        )
    wrong, right = apart(term.value, term.meant or 0)
    if term.kind == "rounded":
        return f"{_SEEN} line {term.line} adds {wrong} to {cell} for {'·'.join(term.got)} = {right}: it is rounded."
    if term.kind == "overwritten":
        return f"{_SEEN} {cell} is stored twice: first {right}, which is right, then {wrong} on line {term.loaded}."
    if term.kind == "lost":
        return f"{_SEEN} line {term.line} has {right} for {cell}, which is right; line {term.loaded} stores {wrong}."
    chosen = term.name if not lines or term.blamed in lines else ""
    return f"{_term(term, cell)} {_origin(term, recording, chosen)}".strip()


def _term(term: WrongTerm, cell: str) -> str:
    """The product, and the right one where another was meant."""
    got, right = "·".join(term.got), "·".join(term.right)
    what = got if all(term.got) else "a product with a factor that is no element of A or B"
    again = " a second time" if term.again else ""
    text = f"{_SEEN} line {term.line} adds {what} to {cell}{again}"
    meant = f"; right is {right}." if all(term.right) and right != got else "."
    return f"{text}{meant}{_nearly(term)}"


def _nearly(term: WrongTerm) -> str:
    """What is to be said of a value that is in neither matrix."""
    if all(term.got) or term.meant is None:
        return ""
    if not math.isfinite(term.value):
        return " It was never set."
    near = abs(term.value - term.meant) <= _NEARLY * abs(term.meant)
    value, meant = apart(term.value, term.meant)
    return f" It is {value} instead of {meant}: it is rounded on the way." if near else ""


def _origin(term: WrongTerm, recording: Recording, name: str) -> str:
    """Where the wrong factor comes from, the variable that chose it, and where the right one was."""
    read = element(recording, term.array, term.index)
    if term.kept:
        kept = f"Line {term.loaded} put it into {read} in an earlier phase, and nobody has written there since."
        return f"{kept}{_lies(term, recording)}"
    if term.lies[1] >= 0:
        return f"{read} is read.{_lies(term, recording)}"
    chosen = f" `{name}` on line {term.blamed} says which." if name else ""
    if term.fetched and term.fetched != term.loaded:
        return f"Line {term.fetched} loaded it, line {term.loaded} put it into {term.array}.{chosen}"
    return f"Line {term.loaded} put it into {term.array}.{chosen}" if term.loaded else ""


def _lies(term: WrongTerm, recording: Recording) -> str:
    right = next((one for one, other in zip(term.right, term.got, strict=True) if one != other), "")
    return f" {right} lies in {element(recording, *term.lies)}." if right and term.lies[1] >= 0 else ""
