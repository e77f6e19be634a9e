"""Entries of a listing of a folder or an archive, the listing of folders, and the hand-ins that entries make.

Names are labels, sizes are checked before and while reading, links are named and not followed.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from pathlib import Path

from grader.errors import UsageError
from grader.files import TooLargeError, read_bounded
from grader.plaintext import one_line
from grader.submissions.submission import MAX_SOURCE_BYTES

ARCHIVE_SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")

SKIPPED_FOLDERS = frozenset({"__MACOSX", "__pycache__", "node_modules", ".vscode", ".idea"})
MARKER_FOLDERS = frozenset({".git", ".github"})
"""Not looked into, but their presence tells a repository's clone; `.git` is a file in a submodule or a work tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLimits:
    """What one folder or archive may cost: entries listed, bytes of a file, bytes decompressed to list a tar.

    `seconds` of a core and `memory_mb` are for the child that opens an archive. `of_several` says that several people's
    files are in it.
    """

    entries: int = 300_000
    file_bytes: int = MAX_SOURCE_BYTES
    metadata_bytes: int = 256 << 20
    archive_bytes: int = 16 << 20
    unpacked_bytes: int = 2 << 30
    depth: int = 12
    seconds: int = 300
    memory_mb: int = 4096
    of_several: bool = True


OF_THE_INSTRUCTOR = ReadLimits()
OF_A_STUDENT = ReadLimits(entries=2000, unpacked_bytes=64 << 20, seconds=10, memory_mb=512, of_several=False)
"""An archive inside the download: a student made it."""


class ListingError(UsageError):
    """A folder or an archive, or a file in one, cannot be read: damaged, encrypted, or larger than its bounds."""


class EntryKind(Enum):
    """What an entry is; only files are read."""

    FILE = auto()
    LINK = auto()
    MARKER = auto()
    FOLDER = auto()
    """A folder with nothing in it: somebody's who handed in nothing."""
    OTHER = auto()
    """A pipe, a socket, a device, or a folder that cannot be opened, with the reason as its target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedFile:
    """One file of a folder or archive. `parts` is its path below the root, `target` where a link points.

    `found_at` is the path in the listing as it was made, whatever root the entry is seen from.
    """

    parts: tuple[str, ...]
    kind: EntryKind
    found_at: str = ""
    size: int = 0
    target: str = ""
    reader: Callable[[int], bytes] | None = None

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.parts[-1]

    @property
    def path(self) -> str:
        """The whole path, with `/` between its parts."""
        return "/".join(self.parts)

    @property
    def inside(self) -> ListedFile | None:
        """The entry as seen from the folder at its top; None if that folder is empty, or it is in none."""
        return self.called(self.parts[1:]) if len(self.parts) > 1 else None

    def called(self, parts: tuple[str, ...]) -> ListedFile:
        """Return the same entry under another path."""
        return replace(self, parts=parts, found_at=self.found_at or self.path)

    def read(self, max_bytes: int = MAX_SOURCE_BYTES) -> bytes:
        """Return the bytes. Raise `TooLargeError` beyond `max_bytes`, `ListingError` or `OSError` if unreadable."""
        if self.size > max_bytes:
            raise TooLargeError(self.size, max_bytes)
        if self.reader is None:
            raise ListingError(f"{self.path} is no regular file")
        return self.reader(max_bytes)


def is_archive(name: str) -> bool:
    """Return whether the name is that of an archive that can be opened."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


def list_folder(folder: Path, bounds: ReadLimits = OF_THE_INSTRUCTOR) -> list[ListedFile]:
    """Return all files below a folder on disk, sorted by path. Raise `ListingError` if there are too many."""
    return sorted(within(_walk(folder, (), bounds.depth), bounds), key=lambda entry: entry.parts)


def within(entries: Iterable[ListedFile], bounds: ReadLimits) -> list[ListedFile]:
    """Return the entries, no deeper than the bounds allow. Raise `ListingError` if there are too many.

    In what an instructor gave, a folder with more than half of too many entries is a student's: it becomes one entry
    that cannot be read, and the others stay.
    """
    kept: list[ListedFile] = []
    crowded: tuple[str, ...] = ()
    for entry in entries:
        if not 0 < len(entry.parts) <= bounds.depth or (crowded and entry.parts[: len(crowded)] == crowded):
            continue
        kept.append(entry)
        if len(kept) > bounds.entries:
            words = f"there are more than {bounds.entries:,} files in it"
            if crowded or not bounds.of_several or not (crowded := _crowded(kept)):
                raise ListingError(words)
            kept = [entry for entry in kept if entry.parts[: len(crowded)] != crowded]
            kept.append(unreadable(crowded, f"more than {bounds.entries // 2:,} files"))
    return kept


def _crowded(entries: list[ListedFile]) -> tuple[str, ...]:
    """Return the one of several folders that holds more than half of all entries; nothing if none does."""
    levels = 1
    while levels < min(len(entry.parts) for entry in entries) and len({entry.parts[:levels] for entry in entries}) == 1:
        levels += 1
    folder, count = Counter(entry.parts[:levels] for entry in entries).most_common(1)[0]
    return folder if 2 * count > len(entries) and count < len(entries) else ()


def unreadable(folder: tuple[str, ...], why: str) -> ListedFile:
    """Return the entry of a folder that cannot be listed."""
    return ListedFile(parts=(*folder, "."), kind=EntryKind.OTHER, target=why)


def _walk(folder: Path, parts: tuple[str, ...], depth: int) -> Iterator[ListedFile]:
    """Yield entries depth first; links are listed and never followed, empty folders are listed."""
    try:
        with os.scandir(folder) as found:
            items = sorted(found, key=lambda item: item.name)
    except OSError as error:
        if not parts:
            raise ListingError(f"{folder}: {error.strerror or error}") from error
        yield unreadable(parts, error.strerror or "it cannot be opened")
        return
    empty = True
    for entry in _items(folder, items, parts, depth):
        empty = False
        yield entry
    if empty and parts:
        yield ListedFile(parts=parts, kind=EntryKind.FOLDER)


def _items(folder: Path, items: list[os.DirEntry[str]], parts: tuple[str, ...], depth: int) -> Iterator[ListedFile]:
    for item in items:
        path = (*parts, item.name)
        if item.is_symlink():
            with contextlib.suppress(OSError):  # gone meanwhile
                yield ListedFile(parts=path, kind=EntryKind.LINK, target=str(Path(item.path).readlink()))
        elif item.name in MARKER_FOLDERS:
            yield ListedFile(parts=path, kind=EntryKind.MARKER)
        elif item.is_dir(follow_symlinks=False):
            if item.name not in SKIPPED_FOLDERS and depth > 1:
                yield from _walk(folder / item.name, path, depth - 1)
        elif item.is_file(follow_symlinks=False):
            if not item.name.startswith("._"):
                with contextlib.suppress(OSError):
                    size = item.stat(follow_symlinks=False).st_size
                    reader = functools.partial(read_bounded, folder / item.name, follow_links=False)
                    yield ListedFile(parts=path, kind=EntryKind.FILE, size=size, reader=reader)
        else:
            yield ListedFile(parts=path, kind=EntryKind.OTHER)


# -- students, and the files of one hand-in ----------------------------------------------------------------------------


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
        self.add(key, (student(name),), entry.inside if in_folder(entry) else entry)
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
