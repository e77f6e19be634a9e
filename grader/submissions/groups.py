"""The files of one hand-in and whom it counts for, gathered while a download is read entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.errors import UsageError
from grader.submissions.entries import EntryKind, ListedFile, is_archive
from grader.submissions.students import UNKNOWN, HandedIn, Student, student


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
        """One file of a group, which is these students' where it is new; None where nothing but the group is known."""
        entries = self.by_key.setdefault(key, (students, []))[1]
        if entry is not None:
            entries.append(entry)

    def add_by_name(self, entry: ListedFile) -> str | None:
        """A folder, or a file or an archive that may be handed in, called after its student; the key, if it is one."""
        if in_folder(entry):
            key, name = entry.parts[0], entry.parts[0]
        elif may_be_a_submission(entry):
            key, name = entry.name, stem(entry.name)
        else:
            return None
        self.add(key, (student(name),), within(entry) if in_folder(entry) else entry)
        return key

    def add_other(self, entry: ListedFile, system: str) -> None:
        """What the learning system did not name: somebody may have put it there, so it is not passed over."""
        key = self.add_by_name(entry)
        if key is not None:
            self.notes[key] = f"Not called as {system} calls what it exports: the student's name may be a file's."

    def all(self) -> list[HandIn]:
        """Each with what is known of it."""
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
    """All entries as one student's."""
    return HandIn(students=(owner,), entries=without_folders(entries), folder=folder)


def in_folder(entry: ListedFile) -> bool:
    """Whether an entry is a folder, or lies in one."""
    return len(entry.parts) > 1 or entry.kind is EntryKind.FOLDER


def within(entry: ListedFile) -> ListedFile | None:
    """The entry as seen from the folder at its top; None where that folder is empty."""
    return entry.below(1) if len(entry.parts) > 1 else None


def without_folders(entries: list[ListedFile]) -> tuple[ListedFile, ...]:
    """The entries that are no folders."""
    return tuple(entry for entry in entries if entry.kind is not EntryKind.FOLDER)


def may_be_a_submission(entry: ListedFile) -> bool:
    """Whether it is called as a kernel or an archive is."""
    name = entry.name.lower()
    return entry.kind is not EntryKind.FOLDER and (name.endswith(".cu") or is_archive(name))


def stem(name: str) -> str:
    """A student's name from that of a file or an archive."""
    while is_archive(name) or name.lower().endswith((".cu", ".tar")):
        name = name.rpartition(".")[0]
    return name
