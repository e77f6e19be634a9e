"""The mistakes found in a program's host half: facts first, sentences (`grader/words/host.yaml`) at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.programs.calls import Place
from grader.report.format import count
from grader.results.kinds import Kind, Severity

if TYPE_CHECKING:
    from grader.results import Finding

MOST = 64
"""Mistakes that are kept: a loop makes no more of them."""


@dataclass(slots=True)
class Mistake:
    """A row of the table, the line that it is told on, the other one where there are two, and its facts."""

    name: str
    place: Place
    other: Place | None = None
    facts: dict[str, object] = field(default_factory=dict)


class Mistakes:
    """Those of one run, each told once for its line. `main` is the file whose lines go without its name.

    `spoilt` says that a call has failed or a kernel had a fault: what is not there at the end may follow from it.
    """

    def __init__(self, main: str) -> None:
        self.main = main
        self.spoilt = False
        self._found: dict[tuple[str, Place, Place | None], Mistake] = {}

    def add(self, name: str, place: Place, other: Place | None = None, /, **facts: object) -> None:
        """Keep one; what was found before on the same lines stays as it is."""
        self.keep(Mistake(name, place, other, facts))

    def keep(self, found: Mistake) -> None:
        """Keep one that was made before, likewise."""
        if len(self._found) < MOST:
            self._found.setdefault((found.name, found.place, found.other), found)

    def drop(self, place: Place) -> None:
        """Forget what was told on a line."""
        self._found = {key: found for key, found in self._found.items() if found.place != place}

    def at(self, place: Place) -> Iterator[Mistake]:
        """Return those told on a line."""
        return (found for found in self._found.values() if found.place == place)

    def __len__(self) -> int:
        return len(self._found)

    def findings(self) -> list[Finding]:
        """Return all in words."""
        return [self._finding(each) for each in self._found.values()]

    def _finding(self, found: Mistake) -> Finding:
        from grader.results import Finding
        from grader.words.tables import host_mistakes  # loaded where there is something to say

        row = host_mistakes()[found.name]
        facts = self.said({**found.facts, "other": found.other})
        elsewhere = found.place.file not in ("", self.main)
        return Finding(
            kind=Kind(row.kind),
            severity=Severity.WARNING if row.warning else Severity.ERROR,
            line=0 if elsewhere else found.place.line,
            message=f"{found.place.told(self.main)}: {row.message(facts)}" if elsewhere else row.message(facts),
            hint=row.hint(facts) or None,
        )

    def sentence(self, name: str, /, **facts: object) -> str:
        """Return one of the sentences that stand behind a kernel's finding."""
        from grader.words import words

        return words("host")[name](self.said(facts))

    def said(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Return facts as sentences name them: places as lines, numbers with their thousands apart."""
        told = {name: fact.told(self.main) for name, fact in facts.items() if isinstance(fact, Place)}
        return {**facts, **told, **{name: count(fact) for name, fact in facts.items() if type(fact) is int}}
