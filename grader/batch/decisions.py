"""What an instructor decides over the grader: how late is late, which points and which file count, who is graded again.

`Decisions` is the list of them for one batch. Scores and files stand in `overrides.yaml` in the output folder alone:

    ada:
      score: 85
      reason: The machine of room 3 was broken; measured by hand.
    bob:
      file: src/final.cu

Every batch reads it anew, so a decision lasts as long as its lines. Students are named by name, login, e-mail, number
or folder, in any case.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from grader.assignment import AssignmentError, YamlProblem
from grader.assignment.lateness import FILE as LATENESS
from grader.assignment.lateness import Rules, load_lateness
from grader.assignment.yaml_source import Document, read_yaml, validated
from grader.batch.coordinator import StudentEntry, Summary
from grader.batch.gradebook import GRADED, GradebookRow
from grader.errors import UsageError
from grader.files import write_whole
from grader.plaintext import IN_TABLES, one_line, points
from grader.results import Adjustment, Results, exact
from grader.submissions import UNKNOWN, Collected, HandedIn, Student, called

Longer = timedelta | datetime


class Decisions:
    """All decisions of one batch. Files count when it collects; the names of the rest are resolved afterwards.

    `path` is that of `overrides.yaml`. `notes` are remarks for the instructor.
    """

    def __init__(
        self, out: Path, max_score: float, picks: Sequence[str] = (), lateness: Path | None = None, root: Path = Path()
    ) -> None:
        """Read `overrides.yaml` of the output folder, `--pick`, and `--lateness` or the file of the assignment at
        `root`.

        Raise `AssignmentError` with all mistakes and their lines, or `UsageError`.
        """
        self.path = out / FILE
        self.notes: list[str] = []
        self._entries, self._lines = _read_overrides(self.path, max_score)
        for pick in picks:  # the line of each is 0
            name, _, file = (part.strip() for part in pick.partition("="))
            if not name or not file:
                raise UsageError(f"--pick {pick}: expected NAME=FILE, as in --pick ada=src/final.cu")
            if name in self._entries and self._entries[name].file != file:  # those lines are the instructor's
                where = f"{self.path}:{self._lines[name]}"
                raise UsageError(f"--pick {pick}: {where} decides about {name} already; write `file: {file}` there")
            self._entries.setdefault(name, Override(file=file))
            self._lines.setdefault(name, 0)
        self._lateness = lateness or root / LATENESS
        self._rules: Rules | None = None
        self._extended: Mapping[str, int] = {}  # the lines of the extensions
        if lateness is not None or self._lateness.is_file():
            self._rules, self._extended = load_lateness(self._lateness)
        self._scores: dict[str, Override] = {}
        self._longer: dict[str, Longer] = {}

    def resolve(self, people: People, found: Iterable[Collected]) -> None:
        """Find all students that are named. Raise `StudentNameError` or `UsageError` before anything is graded."""
        for name, entry in self._entries.items():
            line = self._lines[name]
            folder = person(name, people, f"{self.path}:{line}" if line else f"--pick {name}={entry.file}")
            if folder in self._scores:
                raise AssignmentError(YamlProblem(str(self.path), line, name, "is the same student as one above"))
            self._scores[folder] = entry
        rows = [(called(row.student), row) for row in found]
        for name, file in self._picked():
            parts = PurePosixPath(file).parts
            for row in (row for names, row in rows if name.casefold() in names):
                path = row.submission.path if row.submission is not None else None
                if path is None or path.parts[-len(parts) :] != parts:  # it is not the one that would be graded
                    why = row.problem or f"the only file is {path}"
                    raise UsageError(f"--pick {name}={file}: {one_line(why, 400)}")
        for name, longer in self._rules.extensions.items() if self._rules is not None else ():
            try:
                asked = f"{self._lateness.name}:{self._extended[name]}: an extension without effect"
                self._longer[person(name, people, asked)] = longer
            except StudentNameError as error:  # no more than a note: they may hand in later, or not at all
                self.notes.append(str(error))

    def of(self, folder: str) -> tuple[Adjustment, ...]:
        """Return the points that the instructor has set for a student."""
        return self._scores[folder].adjustments if folder in self._scores else ()

    def adjustments(self, entry: StudentEntry, results: Results) -> tuple[Adjustment, ...]:
        """Return what all decisions make of the points, the one that counts last."""
        when, own = entry.found.when, self.of(entry.folder)
        if self._rules is None or not when.late:
            return own
        off = self._rules.taken(when.late_by, results.score, results.max_score)
        words = self._rules.words(when.late_by, results.score, results.max_score)
        return (Adjustment(kind="lateness", points=exact(results.score - off), words=words), *own)

    # -- lateness.yaml

    def applied(self, entries: Sequence[StudentEntry], told: Mapping[str, HandedIn]) -> list[StudentEntry]:
        """Return the entries marked late by the rules; `told` maps folders to what a roster says of the time."""
        made = []
        unknown, longer = [], []
        marked = False
        for entry in entries:
            when = entry.found.when.completed(told.get(entry.folder, UNKNOWN))
            if entry.key and when == UNKNOWN:
                unknown.append(entry.found.student.name)
            judged = self._judged(entry.folder, when)
            if entry.folder in self._longer and when.late and not judged.late and when.submitted is None:
                longer.append(entry.found.student.name)
            marked = marked or when.late or judged.late  # then students who are not marked were in time
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
        """Return the time, whether it was late by these rules, and by how much if that is known."""
        rules, longer = self._rules, self._longer.get(folder)
        if rules is None:
            return replace(when, late=when.late or bool(when.late_by))
        if when.submitted is not None:
            when = replace(when, submitted=rules.local(when.submitted))
        # the time after the rules' own deadline, or else what the course system says itself
        over = rules.overdue(when.submitted, longer) if when.submitted is not None else None
        if over is None and when.late_by is not None and not isinstance(longer, datetime):
            over = when.late_by - (longer or timedelta())
        if over is not None and over > max(rules.grace, timedelta()):
            return replace(when, late=True, late_by=over)
        if over is not None and (longer is not None or not when.late):
            return replace(when, late=False, late_by=None)
        if longer is not None:  # a mark says nothing of another deadline
            return replace(when, late=False, late_by=None)
        return replace(when, late_by=rules.marked_late if when.late else None)

    # -- files that were picked

    @property
    def picks(self) -> dict[str, str]:
        """Name → the file that counts."""
        return {name: entry.file for name, entry in self._entries.items() if entry.file is not None}

    def _picked(self) -> Iterator[tuple[str, str]]:
        """Yield the names that were just picked for, each with its file."""
        return ((name, file) for name, file in self.picks.items() if not self._lines[name])

    def keep_picks(self) -> None:
        """Add what is not in the file to its end, for later rounds; the rest of it stays as it is."""
        # A JSON string is one of YAML's.
        new = [
            f"{json.dumps(name, ensure_ascii=False)}:\n  file: {json.dumps(file, ensure_ascii=False)}\n"
            for name, file in self._picked()
        ]
        if new:
            text = self.path.read_text(encoding="utf-8-sig") if self.path.is_file() else ""
            write_whole(self.path, "\n".join([text.rstrip("\n"), *new] if text else new))


# -- names of students -------------------------------------------------------------------------------------------------

People = Mapping[str, frozenset[str]]
"""Folder → every name of its student, in small letters."""


class StudentNameError(UsageError):
    """No student has this name, or several have; the message suggests some."""


def called_in(student: Student, folder: str) -> frozenset[str]:
    """Return every name of one student of a batch."""
    return called(student) | {folder.casefold()}


def person(name: str, people: People, asked: str) -> str:
    """Return the folder of the one student of this name. `asked` says where the name stands, for the message.

    Raise `StudentNameError`.
    """
    found = _exactly(name, people)
    if not found:
        raise StudentNameError(f"{asked}: {_nobody(name, people)}")
    if len(found) > 1:
        ways = "; ".join(f"{each} ({', '.join(sorted(people[each] - {each.casefold()}))})" for each in found[:5])
        raise StudentNameError(
            f"{asked}: {len(found)} students are called so. Say which by e-mail, number or folder: {ways}"
        )
    return found[0]


def those_like(pattern: str, people: People, asked: str) -> list[str]:
    """Return the folders of all students whom a name or a pattern (`group-*`) fits. Raise `StudentNameError`."""
    wanted = pattern.casefold()
    found = _exactly(pattern, people) or [
        folder for folder, names in people.items() if any(fnmatchcase(name, wanted) for name in names)
    ]
    if not found:
        raise StudentNameError(f"{asked}: {_nobody(pattern, people)}")
    return found


def _exactly(name: str, people: People) -> list[str]:
    return [folder for folder, names in people.items() if name.casefold() in names]


def _nobody(name: str, people: People) -> str:
    known = sorted({name for names in people.values() for name in names})
    close = difflib.get_close_matches(name.casefold(), known, n=3)
    near = f"; did you mean {' or '.join(one_line(each, 80) for each in close)}?" if close else ""
    return f"no student is called {one_line(name, 80)}{near}"


# -- overrides.yaml ----------------------------------------------------------------------------------------------------

FILE = "overrides.yaml"
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class Override(BaseModel):
    """A student's entry: the points that count and the reason, or which of several files counts, or both."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    score: float | None = Field(None, ge=0, allow_inf_nan=False)
    reason: Text | None = None
    file: Text | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Override:
        if self.score is None and self.file is None:
            raise ValueError("expected a score, or a file")
        if self.score is not None and self.reason is None:
            raise ValueError("a score needs its reason, which the student reads")
        return self

    @property
    def adjustments(self) -> tuple[Adjustment, ...]:
        """What the entry makes of the points."""
        if self.score is None:
            return ()
        words = f"The instructor has set {points(self.score, IN_TABLES)} points: {self.reason}"
        return (Adjustment(kind="override", points=self.score, words=words),)


def _read_overrides(path: Path, max_score: float) -> tuple[dict[str, Override], dict[str, int]]:
    """Return the file's entries and their lines by the names in it; none without a file.

    Raise `AssignmentError` with all mistakes and their lines.
    """
    if not path.is_file():
        return {}, {}
    document = read_yaml(path, str(path))
    data = {} if document.data is None else document.data
    if not isinstance(data, dict):
        raise AssignmentError(document.problem((), "expected students, each with a score and its reason, or a file"))
    entries: dict[str, Override] = {}
    problems: list[YamlProblem] = []
    for name in data:
        try:
            # the part below one name; its problems are reported with the name before them
            own = document.data[name]
            lines = {way[1:]: line for way, line in document.lines.items() if way[:1] == (name,)}
            known = frozenset(own) if isinstance(own, dict) else frozenset()
            entries[name] = validated(Override, Document(document.file, own, lines, (name,), known))
        except AssignmentError as error:
            problems += error.problems
            continue
        if (entries[name].score or 0.0) > max_score:
            most = f"expected at most {points(max_score)}, the assignment's points"
            problems.append(document.problem((name, "score"), most))
    if problems:
        raise AssignmentError(*problems)
    return entries, {name: document.line((name,)) for name in data}


# -- --only ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Few:
    """What `--only` leaves to do: `entries`, of which those with `keys` are graded again whatever is kept of them.

    `keys` is None for all that is not known. Equal texts have one key and one result: students whose grade comes from
    the same text get the new one, too. `kept` are the rows of the last gradebook by folder.
    """

    entries: tuple[StudentEntry, ...]
    keys: frozenset[str] | None = None
    kept: Mapping[str, GradebookRow] = field(default_factory=dict)

    def told(self, summary: Summary) -> Summary:
        """Return the whole gradebook in its order, with new rows in place of those kept; new students come last."""
        new = {row.folder: row for row in summary.rows}
        others = sum(row.status == GRADED for folder, row in self.kept.items() if folder not in new)
        rows = (*(new.pop(folder, row) for folder, row in self.kept.items()), *new.values())
        return replace(summary, rows=rows, known=summary.known + others)


def only(
    patterns: Sequence[str], entries: Sequence[StudentEntry], kept: Mapping[str, GradebookRow], people: People
) -> Few:
    """Return what to grade again. Raise `StudentNameError` for a name or pattern that fits no given student."""
    asked = {folder for pattern in patterns for folder in those_like(pattern, people, f"--only {pattern}")}
    given = {entry.folder for entry in entries}
    if missing := sorted(asked - given):
        raise StudentNameError(f"--only: nothing of {', '.join(missing)} is among the submissions that were given")
    keys = frozenset(entry.key for entry in entries if entry.folder in asked and entry.key)
    mine = (
        entry for entry in entries
        if entry.folder in asked or entry.folder not in kept
        # of the text that the student has handed in now
        or (entry.key in keys and entry.found.submission and entry.found.submission.sha256 == kept[entry.folder].sha256)
    )  # fmt: skip
    return Few(entries=tuple(mine), keys=keys, kept=kept)
