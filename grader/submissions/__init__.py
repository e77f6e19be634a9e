"""Turn the paths on the command line into a row for each student, with the file to grade or the reason for none.

`collect` is the entry point. `entries` lists folders and `opening` archives, both safely, `layouts` sorts files by
student, and `choosing` selects the file of a student to grade.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.files import TooLargeError
from grader.plaintext import one_line
from grader.submissions.choosing import CALLED, Chooser, Wanted, wanted_by
from grader.submissions.entries import (
    UNKNOWN,
    EntryKind,
    HandedIn,
    HandIn,
    LayoutError,
    ListedFile,
    ListingError,
    Student,
    called,
    folder_name,
    is_archive,
    list_folder,
    stem,
    student,
    whole,
)  # fmt: skip
from grader.submissions.layouts import owners, split
from grader.submissions.opening import Archives
from grader.submissions.submission import SubmissionError, SubmissionFile, decode_submission, read_submission
from grader.submissions.systems import METADATA, find_metadata

__all__ = [
    "UNKNOWN", "Collected", "HandedIn", "LayoutError", "ListingError", "Student", "Wanted", "called", "collect",
    "collect_one", "folder_name", "student", "wanted_by",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """One student's row: a submission to grade, or the problem that leaves none.

    `origin` is the path it came from, `when` what is known of the time.
    """

    student: Student
    origin: str
    submission: SubmissionFile | None = None
    problem: str | None = None
    when: HandedIn = UNKNOWN


def collect(
    paths: Iterable[Path], *, wanted: Wanted | None = None, layout: str = "auto", without: Path | None = None
) -> list[Collected]:
    """Return a row for each student below the paths, in order of the paths and of the names in them.

    `without` is a folder that is left out where it is one of the paths or lies below one: the batch's own output.

    Raises `SubmissionError` for a path that does not exist, `ListingError` for the only path where that is an archive
    that cannot be read (one of several is its owner's problem, and links among them are not followed) and `LayoutError`
    for a layout that does not fit.
    """
    own = without.resolve() if without is not None else None
    chosen = [path for path in paths if path.resolve() != own]
    with Archives() as archives:
        collector = _Collector(wanted or Wanted(), archives, layout, without)
        return collector.rows(chosen)


def collect_one(folder: Path, name: str, *, wanted: Wanted | None = None) -> Collected:
    """Return the row of the one student whose files lie in this folder."""
    with Archives() as archives:
        collector = _Collector(wanted or Wanted(), archives, "auto", None)
        return collector.rows_of(whole(list_folder(folder), student(name)), folder)[0]


class _Collector:
    """What one call of `collect` needs at every step."""

    def __init__(self, wanted: Wanted, archives: Archives, layout: str, without: Path | None) -> None:
        self._wanted = wanted
        self._archives = archives
        self._chooser = Chooser(wanted, archives)
        self._layout = layout
        self._without = without

    def rows(self, paths: Sequence[Path]) -> list[Collected]:
        """Return the rows of all paths."""
        listings: dict[int, list[ListedFile]] = {}
        problems: dict[int, str] = {}
        for number, path in enumerate(paths):
            try:
                if len(paths) > 1:
                    _require_own(path)
                if (entries := self._listed(path)) is not None:
                    listings[number] = entries
            except ListingError as error:
                if len(paths) == 1:
                    raise
                problems[number] = one_line(str(error))
        given = [(paths[number], entries) for number, entries in listings.items()]
        owned = owners(given, self._layout, self._wanted.file_name)
        rows: list[Collected] = []
        for number, path in enumerate(paths):
            if number in problems:
                owner = student(stem(path.name))
                rows.append(Collected(student=owner, origin=_shown(path), problem=problems[number]))
            elif number not in listings:
                # named after the student, or of the assignment's file name in such a folder
                own = path.name == self._wanted.file_name
                owner = student(path.absolute().parent.name if own else path.stem)
                submission = read_submission(path, student=owner.name)
                rows.append(Collected(student=owner, origin=_shown(path), submission=submission))
            else:
                listed, whose = listings[number], owned.get(path)
                if whose is not None:
                    groups = [whole(listed, whose)]
                else:
                    _, groups = split(listed, self._layout, self._wanted.file_name, path.resolve().name)
                rows += [row for group in groups for row in self.rows_of(group, path)]
        return rows

    def _listed(self, path: Path) -> list[ListedFile] | None:
        """Return what lies in a folder or an archive; None for a single file."""
        if not path.exists():
            raise SubmissionError(f"{path}: no such file or folder")
        if not path.is_file() and not path.is_dir():
            raise SubmissionError(f"{path} is no regular file and no folder")
        if path.is_dir():
            entries, own = list_folder(path), self._without and self._without.resolve()
            if own is None or not own.is_relative_to(path.resolve()):
                return entries
            parts = own.relative_to(path.resolve()).parts
            return [entry for entry in entries if entry.parts[: len(parts)] != parts]
        return self._archives.list_file(path) if is_archive(path.name) else None

    def rows_of(self, group: HandIn, root: Path) -> list[Collected]:
        """Return a row for each student of the group, with the same file."""
        names = frozenset[str]().union(*map(called, group.students))
        # what the instructor has picked for one of them counts for the whole group
        picked = next((file for name, file in self._wanted.picks.items() if name.casefold() in names), None)
        choice = self._chooser.picked(group.entries, picked) if picked else self._chooser.choose(group.entries)
        if choice.entry is None:
            return _without_file(group, root, choice.problem)
        try:
            path = root / one_line(choice.entry.found_at or choice.entry.path, 300)
            submission = decode_submission(choice.entry.read(), path=path)
        except TooLargeError as error:
            submission = SubmissionFile(path=path, source="", sha256=error.sha256, problem=str(error))
        except (ListingError, OSError) as error:
            return _without_file(group, root, one_line(str(error)))
        # A file that is called after its student has the right name.
        notes = tuple(note for note in choice.notes if not (group.named_after_student and note.startswith(CALLED)))
        committed = None
        if any(entry.kind is EntryKind.MARKER for entry in group.entries):
            from grader.submissions.clones import last_commit

            commit = last_commit(root, group.entries, choice.entry)
            committed = commit.at
            notes += (f"When it was committed is not known: {one_line(commit.problem)}.",) if commit.problem else ()
        submission = replace(submission, notes=(*group.notes, *notes, *submission.notes))
        when = group.when.completed(HandedIn(submitted=committed))
        return [
            Collected(
                student=who, origin=_shown(submission.path), submission=replace(submission, student=who.name),
                when=when,
            )
            for who in group.students
        ]  # fmt: skip


def _require_own(path: Path) -> None:
    """Refuse links and pipes: of several paths (`class/*`), each may have been named by a student.

    Raises `ListingError` for these, and for a file that may not be read.
    """
    if path.is_symlink():
        target = one_line(str(path.readlink()), 80)
        raise ListingError(f"{path.name} is a link to {target}; links are not followed")
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ListingError(f"{path.name}: no regular file, so nothing to read")
    if path.exists() and not os.access(path, os.R_OK):
        raise ListingError(f"{path.name} may not be read")


def _without_file(group: HandIn, root: Path, problem: str | None) -> list[Collected]:
    problem = group.absent or problem
    if find_metadata(list(group.entries)) is not None:
        problem = f"{problem} ({METADATA} is among the files: if Gradescope exported this, give --layout gradescope)"
    origin = _shown(root / group.folder)
    return [Collected(student=who, origin=origin, problem=problem, when=group.when) for who in group.students]


def _shown(path: Path) -> str:
    return one_line(str(path), 400)
