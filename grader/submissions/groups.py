"""Students, and the files of one hand-in, gathered while a download is read entry by entry."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from grader.errors import UsageError
from grader.plaintext import one_line
from grader.submissions.entries import EntryKind, ListedFile, is_archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """A student's names in the course's systems; empty where the download does not tell.

    `name` is what people read. `identifier` is the learning system's own number for the student or the submission,
    `login` a user name (on GitHub, too).
    """

    name: str
    email: str = ""
    identifier: str = ""
    login: str = ""


def student(name: str, *, email: str = "", identifier: str = "", login: str = "") -> Student:
    """Return a student, with names cut to one line: anybody may have named the folders they come from."""
    return Student(
        name=one_line(name, 120).strip() or "(no name)",
        email=one_line(email, 200).strip(),
        identifier=one_line(identifier, 80).strip(),
        login=one_line(login, 80).strip(),
    )


_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names of devices on Windows."""
_OF_THE_BATCH = re.compile(
    r"index\.html|gradebook\.csv|overrides\.yaml|\.grader|feedback|moss|jplag|"
    r"(canvas|moodle|gradescope-csv|brightspace|blackboard)\.(csv|xls|txt|tsv|zip)"
)
"""What a batch writes beside the students' folders, in small letters."""


def folder_name(student: Student) -> str:
    """Return a folder name valid on every system: letters, digits, `-`, `_`, `.`; a hash keeps odd names apart."""
    text = unicodedata.normalize("NFKC", student.name)
    safe = re.sub(r"[^\w.-]+", "-", text).strip("-. ")[:60]
    taken = _RESERVED.match(safe) is not None or _OF_THE_BATCH.fullmatch(safe.casefold()) is not None
    if safe == student.name and not taken:
        return safe
    mark = hashlib.sha256("\0".join((student.name, student.email, student.identifier)).encode()).hexdigest()[:6]
    plain_change = re.sub(r"\s+", "-", student.name) == safe and not taken
    return safe if plain_change else f"{safe or 'student'}-{mark}"


def called(student: Student) -> frozenset[str]:
    """Return every name of a student in small letters: what an instructor may write to name them."""
    names = (student.name, student.login, student.email, student.identifier, folder_name(student))
    return frozenset(name.casefold() for name in names if name)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """`submitted` is in the course's own time zone where it has none of its own, as in tables that people read.

    `late` says that the download marks it so, `late_by` by how much after the deadline, where it tells that itself.
    """

    submitted: datetime | None = None
    late: bool = False
    late_by: timedelta | None = None

    def completed(self, other: HandedIn) -> HandedIn:
        """Return the time completed by what another source knows."""
        return HandedIn(
            submitted=self.submitted or other.submitted,
            late=self.late or other.late,
            late_by=self.late_by if self.late_by is not None else other.late_by,
        )


UNKNOWN = HandedIn()


class LayoutError(UsageError):
    """The layout that the user asked for does not fit, or its pattern is no pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandIn:
    """The files of one hand-in and whom it counts for.

    `folder` is where it lies, for messages; `named_after_student` says that the file's name is the student's. `absent`
    says why there are no entries where more than that is known, `notes` are remarks on how the group was found. `when`
    is what the download says of the time.
    """

    students: tuple[Student, ...]
    entries: tuple[ListedFile, ...]
    folder: str = ""
    named_after_student: bool = False
    absent: str = ""
    notes: tuple[str, ...] = ()
    when: HandedIn = UNKNOWN


@dataclass(slots=True)
class Groups:
    """Groups in the order in which they were met."""

    by_key: dict[str, tuple[tuple[Student, ...], list[ListedFile]]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    when: dict[str, HandedIn] = field(default_factory=dict)

    def add(self, key: str, students: tuple[Student, ...], entry: ListedFile | None) -> None:
        """Add a file to a group, which belongs to these students if it is new; None adds the group alone."""
        entries = self.by_key.setdefault(key, (students, []))[1]
        if entry is not None:
            entries.append(entry)

    def add_by_name(self, entry: ListedFile) -> str | None:
        """Add a folder, or a file that may be handed in, named after its student. Return its key, if it is one."""
        if in_folder(entry):
            key, name = entry.parts[0], entry.parts[0]
        elif may_be_a_submission(entry):
            key, name = entry.name, stem(entry.name)
        else:
            return None
        self.add(key, (student(name),), within(entry) if in_folder(entry) else entry)
        return key

    def add_other(self, entry: ListedFile, system: str) -> None:
        """Add what the learning system did not name: an instructor may have put it there."""
        key = self.add_by_name(entry)
        if key is not None:
            self.notes[key] = f"Not called as {system} calls what it exports: the student's name may be a file's."

    def all(self) -> list[HandIn]:
        """Return each group with what is known of it."""
        return [
            HandIn(
                students=students,
                entries=without_folders(entries),
                folder=key,
                named_after_student=len(entries) == 1 and entries[0].path == key,
                absent="" if entries else self.absent.get(key, ""),
                notes=(self.notes[key],) if key in self.notes else (),
                when=self.when.get(key, UNKNOWN),
            )
            for key, (students, entries) in self.by_key.items()
        ]


def whole(entries: list[ListedFile], owner: Student, folder: str = "") -> HandIn:
    """Return all entries as one student's."""
    return HandIn(students=(owner,), entries=without_folders(entries), folder=folder)


def in_folder(entry: ListedFile) -> bool:
    """Return whether an entry is a folder, or lies in one."""
    return len(entry.parts) > 1 or entry.kind is EntryKind.FOLDER


def within(entry: ListedFile) -> ListedFile | None:
    """Return the entry as seen from the folder at its top; None if that folder is empty."""
    return entry.below(1) if len(entry.parts) > 1 else None


def without_folders(entries: list[ListedFile]) -> tuple[ListedFile, ...]:
    """Return the entries that are no folders."""
    return tuple(entry for entry in entries if entry.kind is not EntryKind.FOLDER)


def may_be_a_submission(entry: ListedFile) -> bool:
    """Return whether it has the name of a kernel or an archive."""
    name = entry.name.lower()
    return entry.kind is not EntryKind.FOLDER and (name.endswith(".cu") or is_archive(name))


def stem(name: str) -> str:
    """Return a student's name from that of a file or an archive."""
    while is_archive(name) or name.lower().endswith((".cu", ".tar")):
        name = name.rpartition(".")[0]
    return name
