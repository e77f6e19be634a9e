"""Entries of a listing of a folder or an archive, and the listing of folders.

Names are labels, sizes are checked before and while reading, links are named and not followed.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from grader.errors import UsageError
from grader.files import TooLargeError, read_bounded
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

    def below(self, levels: int) -> ListedFile:
        """Return the same entry as seen from a folder `levels` further down."""
        return self.called(self.parts[levels:])

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
                    yield _file_on_disk(folder / item.name, path, item.stat(follow_symlinks=False).st_size)
        else:
            yield ListedFile(parts=path, kind=EntryKind.OTHER)


def _file_on_disk(path: Path, parts: tuple[str, ...], size: int) -> ListedFile:
    def reader(max_bytes: int) -> bytes:
        return read_bounded(path, max_bytes, follow_links=False)

    return ListedFile(parts=parts, kind=EntryKind.FILE, size=size, reader=reader)
