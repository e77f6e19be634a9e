"""Who was late, by how much, and what that takes off: the rules of `lateness.yaml`, applied to a download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from grader.assignment.lateness import FILE, Rules, load_lateness
from grader.batch.coordinator import StudentEntry
from grader.batch.names import People, StudentNameError, person
from grader.results import Adjustment, Results, exact
from grader.submissions import UNKNOWN, HandedIn

Longer = timedelta | datetime


def read_rules(asked: Path | None, assignment: Path) -> tuple[Path, Rules | None, dict[str, int]]:
    """The file, its rules and the lines of its extensions: the file asked for, or the one beside `config.yaml`.

    Raises `AssignmentError` with everything that is wrong in it, or where the file asked for is not there.
    """
    path = asked or assignment / FILE
    if asked is None and not path.is_file():
        return path, None, {}
    return path, *load_lateness(path)


def given_longer(
    path: Path, rules: Rules | None, lines: Mapping[str, int], people: People
) -> tuple[dict[str, Longer], list[str]]:
    """Folder → how much longer that student has; and what is to be told of extensions that are nobody's here.

    That is told and no more: who had longer may hand in later, or not at all.
    """
    extensions: dict[str, Longer] = {}
    notes = []
    for name, longer in rules.extensions.items() if rules is not None else ():
        try:
            extensions[person(name, people, f"{path.name}:{lines[name]}: an extension without effect")] = longer
        except StudentNameError as error:
            notes.append(str(error))
    return extensions, notes


class Lateness:
    """The rules of one batch, applied; `notes` is what an instructor should know."""

    def __init__(self, path: Path, rules: Rules | None, lines: Mapping[str, int], people: People) -> None:
        self._rules = rules
        self._extensions, self.notes = given_longer(path, rules, lines, people)

    def applied(self, entries: Sequence[StudentEntry], told: Mapping[str, HandedIn]) -> list[StudentEntry]:
        """The entries with who was late by the rules; `told` is what a roster says by folder."""
        made = []
        unknown, longer = [], []
        marked = False
        for entry in entries:
            when = entry.found.when.completed(told.get(entry.folder, UNKNOWN))
            if entry.key and when == UNKNOWN:
                unknown.append(entry.found.student.name)
            judged = self._judged(entry.folder, when)
            if entry.folder in self._extensions and when.late and not judged.late and when.submitted is None:
                longer.append(entry.found.student.name)
            marked = marked or when.late or judged.late  # then whoever is not marked was in time
            made.append(replace(entry, found=replace(entry.found, when=judged)))
        if longer:
            self.notes.append(
                f"marked late, but with an extension and no time: {', '.join(longer)}; counted as in time"
            )
        if unknown and not marked and self._rules is not None and self._rules.deadline is not None:
            some = ", ".join(unknown[:5]) + (", …" if len(unknown) > 5 else "")
            self.notes.append(f"nothing tells when {len(unknown)} of {len(entries)} were handed in: {some}")
        return made

    def _judged(self, folder: str, when: HandedIn) -> HandedIn:
        """When that was, whether it was late by these rules, and by how much as far as that is known."""
        rules, longer = self._rules, self._extensions.get(folder)
        if rules is None:
            return replace(when, late=when.late or bool(when.late_by))
        if when.submitted is not None:
            when = replace(when, submitted=rules.local(when.submitted))
        over = self._over(rules, when, longer)
        if over is not None and over > max(rules.grace, timedelta()):
            return replace(when, late=True, late_by=over)
        if over is not None and (longer is not None or not when.late):
            return replace(when, late=False, late_by=None)
        if longer is not None:  # a mark says nothing of another deadline
            return replace(when, late=False, late_by=None)
        return replace(when, late_by=rules.marked_late if when.late else None)

    def _over(self, rules: Rules, when: HandedIn, longer: Longer | None) -> timedelta | None:
        """By how much after the deadline, by the rules' own, or else by what the course system says itself."""
        if when.submitted is not None and (over := rules.overdue(when.submitted, longer)) is not None:
            return over
        if when.late_by is None or isinstance(longer, datetime):
            return None
        return when.late_by - (longer or timedelta())

    def adjustments(self, when: HandedIn, results: Results) -> tuple[Adjustment, ...]:
        """What being late makes of the points; nothing where somebody was in time, or there are no rules."""
        if self._rules is None or not when.late:
            return ()
        off = self._rules.taken(when.late_by, results.score, results.max_score)
        words = self._rules.words(when.late_by, results.score, results.max_score)
        return (Adjustment(kind="lateness", points=exact(results.score - off), words=words),)
