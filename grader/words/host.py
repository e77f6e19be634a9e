"""A mistake of a program's host half in words: a finding made of its row in `host.yaml` and of its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grader.compiling.host_text import HostText
from grader.compiling.host_tokens import NOWHERE, Place
from grader.report.format import count
from grader.results import Finding, Related
from grader.results.kinds import Kind, Severity
from grader.words import Sentence, words
from grader.words.tables import host_mistakes

_LABELLED = ("set", "made", "other", "launched", "call")
"""Columns of a row that are labels of the lines that facts of these names have."""


class HostWords(NamedTuple):
    """What is said of a program, whose text is `code`: lines of the `main` file go without its name."""

    main: str
    code: HostText

    def finding(self, name: str, call: Place, facts: Mapping[str, object]) -> Finding:
        """Return the finding of a row: on the line of the `call` that shows it, or where the row's `on` says.

        The fact `accused`, or what the row `blames`, is an expression in the call whose value is wrong: where it was
        made becomes the fact `set`.
        """
        row = host_mistakes()[name]
        parts = self.code.configuration(call)
        blamed = parts.get(row.blames, "")
        # a name that stands in <<<>>> twice is right in the other place
        accused = facts.get("accused") or (blamed if [*parts.values()].count(blamed) == 1 else "")
        call = self.code.call_line(call)
        facts = {**facts, "call": call}
        if steps := self.code.settings(call, str(accused)):
            facts["set"] = next((step for step in reversed(steps) if not step.by), steps[-1]).place
        wanted = facts.get(row.on)
        place = wanted if isinstance(wanted, Place) and wanted.line and wanted.file == call.file else call
        argument = facts.get("argument")
        if place == call and isinstance(argument, Place) and argument.line:  # of a call over several lines
            place = argument
        said, elsewhere = self._said({**facts, "moved": place != call}), place.file not in ("", self.main)
        return Finding(
            kind=Kind(row.kind),
            severity=Severity.WARNING if row.warning else Severity.ERROR,
            line=0 if elsewhere else place.line,
            message=f"{place.told(self.main)}: {row.message(said)}" if elsewhere else row.message(said),
            hint=row.hint(said) or None,
            related=self._related(place, facts, {name: getattr(row, name) for name in _LABELLED}),
        )

    def beside(
        self, name: str, labelled: Mapping[str, str], facts: Mapping[str, object]
    ) -> tuple[str, tuple[Related, ...]]:
        """Return what stands behind a kernel's finding: a sentence, if `name` is one, and lines with a label each.

        `labelled` are the names of places among the facts, each with that of the sentence for its label.
        """
        told = words("host")
        labels = {fact: told[sentence] for fact, sentence in labelled.items()}
        return told[name](self._said(facts)) if name else "", self._related(NOWHERE, facts, labels)

    def _related(self, main: Place, facts: Mapping[str, object], labels: Mapping[str, Sentence]) -> tuple[Related, ...]:
        """Return those places among the facts that have a label, each line once and without the main one."""
        made, said = dict[Place, Related](), self._said(facts)
        for name, label in labels.items():
            fact = facts.get(name)
            for place in fact if isinstance(fact, list) else [fact]:
                place = self.code.call_line(place) if isinstance(place, Place) else place
                if isinstance(place, Place) and place.line and place != main and (text := label(said)):
                    file = "" if place.file == self.main else place.file
                    made.setdefault(place, Related(line=place.line, label=text, file=file))
        return tuple(sorted(made.values(), key=lambda each: (each.file, each.line)))

    def _said(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Return facts as sentences name them: places as lines, numbers with their thousands apart."""
        told = {name: fact.told(self.main) for name, fact in facts.items() if isinstance(fact, Place)}
        numbers = {name: count(fact) for name, fact in facts.items() if type(fact) is int}
        return {**facts, "one": facts.get("amount") == 1, **told, **numbers}
