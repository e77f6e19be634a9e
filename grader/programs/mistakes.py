"""The mistakes found in a program's host half: facts first, sentences (`grader/words/host.py`) at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from grader.compiling.host_text import HostText
from grader.programs.allocations import Allocation
from grader.programs.calls import Place

if TYPE_CHECKING:
    from grader.results import Finding
    from grader.words.host import HostWords

MOST = 64
"""Mistakes that are kept: a loop makes no more of them."""


class Known(Protocol):
    """What sentences can say something of."""

    def facts(self) -> dict[str, object]:
        """Return it."""


@dataclass(slots=True)
class Mistake:
    """A row of the table, the line of the call that shows it, another one where there is one, and its facts.

    `accused` among them is an expression in the call whose value is wrong. What is known `of` memory is among them.
    """

    name: str
    place: Place
    other: Place | None = None
    facts: dict[str, object] = field(default_factory=dict)
    of: Allocation | None = None


class Mistakes:
    """Those of one run, each told once for its line. `main` is the file whose lines go without its name, `code` all.

    `spoilt` says that a call has failed or a kernel had a fault: what is not there at the end may follow from it.
    """

    def __init__(self, main: str, code: HostText) -> None:
        self.main, self.code = main, code
        self.spoilt = False
        self._found: dict[tuple[str, Place, Place | None], Mistake] = {}

    def add(self, name: str, place: Place, /, *about: Place | Known | None, **facts: object) -> None:
        """Keep one, `about` another line, memory, a launch; what was found before on the same lines stays as it is."""
        other = next((each for each in about if isinstance(each, Place)), None)
        of = next((each for each in about if isinstance(each, Allocation)), None)
        for each in about:
            if each is not None and not isinstance(each, Place):
                facts = each.facts() | facts
        self.keep(Mistake(name, place, other, facts, of))

    def add_freed(self, name: str, place: Place, of: Allocation, *about: Known, **facts: object) -> None:
        """Keep one of memory that was freed too early: where the text shows it, on the line that shares its pointer."""
        if of.freed and (shared := self.code.shared_object(of.freed)):
            at, text, moves = shared
            facts |= {"launched": place, "text": text, "own": moves}
            self.add("object-shared", at, of.freed, of, *about, **facts)
        else:
            self.add(name, place, of.freed, of, *about, **facts)

    def keep(self, found: Mistake) -> None:
        """Keep one that was made before, likewise."""
        if len(self._found) < MOST:
            self._found.setdefault((found.name, found.place, found.other), found)

    def drop(self, wrong: Callable[[Mistake], bool]) -> None:
        """Forget what is not to be told after all."""
        self._found = {key: found for key, found in self._found.items() if not wrong(found)}

    def __iter__(self) -> Iterator[Mistake]:
        return iter(self._found.values())

    def at(self, place: Place) -> list[Mistake]:
        """Return those told on a line."""
        return [found for found in self if found.place == place]

    def __len__(self) -> int:
        return len(self._found)

    def findings(self) -> list[Finding]:
        """Return all in words; what several calls show of one line is told once."""
        say, made = self.words(), dict[object, "Finding"]()
        for number, found in enumerate(self._found.values()):
            each = say.finding(found.name, found.place, {**found.facts, "other": found.other})
            made.setdefault((each.line, each.message) if each.line else number, each)
        return list(made.values())

    def words(self) -> HostWords:
        """Return what puts facts into words."""
        from grader.words.host import HostWords  # loaded where there is something to say

        return HostWords(self.main, self.code)
