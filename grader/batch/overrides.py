"""What an instructor has decided over the grader: `overrides.yaml` in the output folder, the only place of it.

    ada:
      score: 85
      reason: The machine of room 3 was broken; measured by hand.
    bob:
      file: src/final.cu

Every batch reads it anew, so a decision lasts as long as its lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from grader.assignment import AssignmentError, YamlProblem
from grader.assignment.yaml_source import Document, read_yaml, validated
from grader.batch.names import People, person
from grader.errors import UsageError
from grader.files import write_whole
from grader.plaintext import IN_TABLES, one_line, points
from grader.results import Adjustment
from grader.submissions import Collected, called

FILE = "overrides.yaml"
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class Override(BaseModel):
    """A student's entry: the points that count and why, or which of several files counts, or both."""

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
        """What it makes of the points."""
        if self.score is None:
            return ()
        words = f"The instructor has set {points(self.score, IN_TABLES)} points: {self.reason}"
        return (Adjustment(kind="override", points=self.score, words=words),)


class PickError(UsageError):
    """`--pick` cannot be understood, or written into the file."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """The file's entries by the names that stand in it; line 0 is that of a pick which is not in it yet."""

    path: Path
    entries: Mapping[str, Override]
    lines: Mapping[str, int]

    @property
    def picks(self) -> dict[str, str]:
        """Name → the file that counts."""
        return {name: entry.file for name, entry in self.entries.items() if entry.file is not None}

    def of(self, people: People) -> dict[str, Override]:
        """Folder → override; `StudentNameError` for a name that is nobody's or several students'."""
        found: dict[str, Override] = {}
        for name, entry in self.entries.items():
            asked = f"{self.path}:{self.lines[name]}" if self.lines[name] else f"--pick {name}={entry.file}"
            folder = person(name, people, asked)
            if folder in found:
                raise AssignmentError(
                    YamlProblem(str(self.path), self.lines[name], name, "is the same student as one above")
                )
            found[folder] = entry
        return found


def read_overrides(out: Path, max_score: float) -> Overrides:
    """The file of an output folder, if there is one; `AssignmentError` tells all that is wrong in it, with its line."""
    path = out / FILE
    if not path.is_file():
        return Overrides(path, {}, {})
    document = read_yaml(path, str(path))
    data = {} if document.data is None else document.data
    if not isinstance(data, dict):
        raise AssignmentError(document.problem((), "expected students, each with a score and its reason, or a file"))
    entries: dict[str, Override] = {}
    problems: list[YamlProblem] = []
    for name in data:
        try:
            entries[name] = validated(Override, _entry(document, name))
        except AssignmentError as error:
            problems += error.problems
            continue
        if (entries[name].score or 0.0) > max_score:
            most = f"expected at most {points(max_score)}, the assignment's points"
            problems.append(document.problem((name, "score"), most))
    if problems:
        raise AssignmentError(*problems)
    return Overrides(path, entries, {name: document.line((name,)) for name in data})


def _entry(document: Document, name: str) -> Document:
    """What stands below one name, told of with the name before it."""
    data = document.data[name]
    lines = {way[1:]: line for way, line in document.lines.items() if way[:1] == (name,)}
    return Document(document.file, data, lines, (name,), frozenset(data) if isinstance(data, dict) else frozenset())


def with_picks(overrides: Overrides, picks: Sequence[str]) -> Overrides:
    """The overrides with what `--pick NAME=FILE` says.

    Raises `PickError` for what is none, and where the file decides about that name: those lines are the instructor's.
    """
    entries, lines = dict(overrides.entries), dict(overrides.lines)
    for pick in picks:
        name, _, file = (part.strip() for part in pick.partition("="))
        if not name or not file:
            raise PickError(f"--pick {pick}: expected NAME=FILE, as in --pick ada=src/final.cu")
        if name in entries and entries[name].file != file:
            where = f"{overrides.path}:{lines[name]}"
            raise PickError(f"--pick {pick}: {where} decides about {name} already; write `file: {file}` there")
        entries.setdefault(name, Override(file=file))
        lines.setdefault(name, 0)
    return Overrides(overrides.path, entries, lines)


def keep_picks(overrides: Overrides) -> None:
    """Add what is not in the file to its end, for later rounds; the rest of it stays as it is."""
    path = overrides.path
    # A JSON string is one of YAML's.
    new = [
        f"{json.dumps(name, ensure_ascii=False)}:\n  file: {json.dumps(entry.file, ensure_ascii=False)}\n"
        for name, entry in overrides.entries.items()
        if not overrides.lines[name]
    ]
    if new:
        text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
        write_whole(path, "\n".join([text.rstrip("\n"), *new] if text else new))


def check_picks(overrides: Overrides, found: Iterable[Collected]) -> None:
    """Raise `PickError` where a file that was just picked is not the one that would be graded."""
    rows = [(called(row.student), row) for row in found]
    for name, entry in overrides.entries.items():
        if entry.file is None or overrides.lines[name]:
            continue
        for names, row in rows:
            path = row.submission.path if row.submission is not None else None
            parts = PurePosixPath(entry.file).parts
            if name.casefold() in names and (path is None or path.parts[-len(parts) :] != parts):
                why = row.problem or f"the only file is {path}"
                raise PickError(f"--pick {name}={entry.file}: {one_line(why, 400)}")
