"""Mechanical changes of the reference kernel: each should be caught by some case, or be no change at all.

Works on the text, one small change at a time: a barrier dropped, a comparison loosened or tightened, a conjunct of a
guard left out, an index or a size exchanged, a constant or an operator changed.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.checking.source_facts import SourceFacts

_EXCHANGED = {
    "tx": "ty", "ty": "tx", "row": "col", "col": "row", "M": "N", "N": "K", "K": "M", "x": "y", "y": "x",
    "a_col": "b_row", "b_row": "a_col", "A": "B", "B": "A", "As": "Bs", "Bs": "As",
}  # fmt: skip
_OPERATORS = {"<": ("<=",), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=",), "&&": ("||",), "+=": ("=", "-=")}
_SYMBOL = re.compile(r"&&|\|\||[<>=!+\-*/]=|\+\+|--|<<|>>|[<>]")
_NUMBER = re.compile(r"(?<![\w.])(\d+)(\.\d+)?f?(?![\w.])")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed reference: `what` says the change, `line` where (from 1)."""

    line: int
    what: str
    source: str

    def diff(self, reference: str) -> str:
        """The change as a unified diff without context."""
        rows = difflib.unified_diff(reference.splitlines(), self.source.splitlines(), lineterm="", n=0)
        return "\n".join(list(rows)[3:])


def mutate(reference: str) -> Iterator[Mutant]:
    """Every single change of the kernel's body, without repetition."""
    facts = SourceFacts(reference)
    seen = {reference}
    for number, code in enumerate(facts.code, 1):
        if number not in facts.body or not code.strip():
            continue
        for what, changed in _told_apart(_changes(code)):
            lines = reference.split("\n")
            lines[number - 1] = changed
            source = "\n".join(lines)
            if source not in seen:
                seen.add(source)
                yield Mutant(number, what, source)


def _told_apart(changes: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Where one word stands twice on a line: which of them was changed."""
    known = list(changes)
    times = Counter(what for what, _ in known)
    seen: Counter[str] = Counter()
    for what, changed in known:
        seen[what] += 1
        yield (what if times[what] == 1 else f"{what} (number {seen[what]} of {times[what]} on the line)"), changed


def _changes(code: str) -> Iterator[tuple[str, str]]:
    if "__syncthreads" in code:
        yield "barrier dropped", code.replace("__syncthreads();", ";")
        return
    if "__shared__" in code:
        return
    yield from _without_conjuncts(code)
    for match in _SYMBOL.finditer(code):
        for other in _OPERATORS.get(match[0], ()):
            yield f"{match[0]} became {other}", code[: match.start()] + other + code[match.end() :]
    yield from _other_numbers(code)
    for match in _WORD.finditer(code):
        exchanged = _EXCHANGED.get(match[0])
        if exchanged:
            yield f"{match[0]} became {exchanged}", code[: match.start()] + exchanged + code[match.end() :]
        if match[0] == "TILE_WIDTH":
            yield "TILE_WIDTH became one less", code[: match.start()] + "(TILE_WIDTH - 1)" + code[match.end() :]


def _without_conjuncts(code: str) -> Iterator[tuple[str, str]]:
    """Each side of `a && b` left out: a guard that is looser by one condition."""
    for match in re.finditer(r"([\w\s<>=.+*-]+?)\s*&&\s*([\w\s<>=.+*-]+)", code):
        left, right = match[1].strip(), match[2].strip()
        for kept, dropped in ((left, right), (right, left)):
            yield f"'{dropped}' left out of the guard", code[: match.start()] + kept + code[match.end() :]


def _other_numbers(code: str) -> Iterator[tuple[str, str]]:
    for match in _NUMBER.finditer(code):
        whole = int(match[1])
        other = match[0].replace(match[1], str(whole + 1 if whole == 0 else whole - 1), 1)
        yield f"{match[0]} became {other}", code[: match.start()] + other + code[match.end() :]
