"""Folders and archives as one kind of listing. Nothing is ever extracted, so no name in an archive reaches the disk.

Names are labels, sizes are checked before and while reading, links are named and not followed.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from grader.submission import MAX_SOURCE_BYTES, TooLargeError, read_bounded

ARCHIVE_SUFFIXES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
READ_FROM_TAR = (".cu", ".cuh", ".cpp", ".cc", ".c", ".txt", ".yml", *ARCHIVE_SUFFIXES)
"""Tar files are read in one pass, so what may be wanted later is kept, and only that."""

SKIPPED_FOLDERS = frozenset({"__MACOSX", "__pycache__", "node_modules", ".vscode", ".idea"})
MARKER_FOLDERS = frozenset({".git", ".github"})
"""Not looked into, but their presence tells a repository's clone; `.git` is a file in a submodule or a work tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one folder or archive may cost: entries listed, bytes of a file, bytes decompressed to list a tar."""

    entries: int = 300_000
    file_bytes: int = MAX_SOURCE_BYTES
    metadata_bytes: int = 256 << 20
    archive_bytes: int = 16 << 20
    unpacked_bytes: int = 2 << 30
    depth: int = 12


OF_THE_INSTRUCTOR = Bounds()
OF_A_STUDENT = Bounds(entries=2000, unpacked_bytes=64 << 20)
"""An archive inside the download: a student made it."""


class ListingError(Exception):
    """The folder or archive cannot be listed: damaged, encrypted, or larger than its bounds."""


class EntryKind(Enum):
    """What an entry is; only files are read."""

    FILE = auto()
    LINK = auto()
    MARKER = auto()
    FOLDER = auto()
    """A folder with nothing in it: somebody's who handed in nothing."""
    OTHER = auto()
    """A pipe, a socket, a device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
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

    def below(self, levels: int) -> Entry:
        """The same entry as seen from a folder `levels` further down."""
        return self.called(self.parts[levels:])

    def called(self, parts: tuple[str, ...]) -> Entry:
        """The same entry under another path."""
        return replace(self, parts=parts, found_at=self.found_at or self.path)

    def read(self, max_bytes: int = MAX_SOURCE_BYTES) -> bytes:
        """The bytes, `TooLargeError` beyond `max_bytes`, `ListingError` when the archive is damaged here."""
        if self.size > max_bytes:
            raise TooLargeError(self.size, max_bytes)
        if self.reader is None:
            raise ListingError(f"{self.path} is no regular file")
        try:
            return self.reader(max_bytes)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError) as error:
            raise ListingError(f"{self.path} cannot be unpacked: {error}") from error


def is_archive(name: str) -> bool:
    """Whether the name is that of an archive that `list_archive` reads."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


def list_entries(path: Path, bounds: Bounds = OF_THE_INSTRUCTOR) -> list[Entry]:
    """All files below a folder or in an archive on disk, sorted by path; `ListingError` where that is impossible."""
    if path.is_dir():
        entries = list(_limited(_walk(path, (), bounds.depth), bounds))
    else:
        with path.open("rb") as file:
            entries = list_archive(file, path.name, bounds, reopen=lambda: path.open("rb"))
    return sorted(entries, key=lambda entry: entry.parts)


def list_nested(data: bytes, name: str) -> list[Entry]:
    """The files of an archive that a student handed in."""
    return list_archive(io.BytesIO(data), name, OF_A_STUDENT, reopen=lambda: io.BytesIO(data))


def list_archive(file: BinaryIO, name: str, bounds: Bounds, reopen: Callable[[], BinaryIO]) -> list[Entry]:
    """The files of an open archive. `reopen` gives the archive again when a file of a zip is read later."""
    try:
        if name.lower().endswith(".zip"):
            return list(_limited(_zip_entries(file, bounds, reopen), bounds))
        return list(_limited(_tar_entries(file, bounds), bounds))
    except ListingError:
        raise
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, OSError, EOFError) as error:
        raise ListingError(f"{name} is not an archive that can be read: {error}") from error
    except (ValueError, OverflowError, NotImplementedError, RuntimeError) as error:
        raise ListingError(f"{name} is damaged: {error}") from error


def _limited(entries: Iterator[Entry], bounds: Bounds) -> Iterator[Entry]:
    count = 0
    for count, entry in enumerate(entries, start=1):
        if count > bounds.entries:
            raise ListingError(f"there are more than {bounds.entries:,} files in it")
        if 0 < len(entry.parts) <= bounds.depth:
            yield entry


def _walk(folder: Path, parts: tuple[str, ...], depth: int) -> Iterator[Entry]:
    """Depth first, links named and never followed, empty folders named."""
    with os.scandir(folder) as found:
        items = sorted(found, key=lambda item: item.name)
    empty = True
    for entry in _items(folder, items, parts, depth):
        empty = False
        yield entry
    if empty and parts:
        yield Entry(parts=parts, kind=EntryKind.FOLDER)


def _items(folder: Path, items: list[os.DirEntry[str]], parts: tuple[str, ...], depth: int) -> Iterator[Entry]:
    for item in items:
        path = (*parts, item.name)
        if item.is_symlink():
            yield Entry(parts=path, kind=EntryKind.LINK, target=str(Path(item.path).readlink()))
        elif item.name in MARKER_FOLDERS:
            yield Entry(parts=path, kind=EntryKind.MARKER)
        elif item.is_dir(follow_symlinks=False):
            if item.name not in SKIPPED_FOLDERS and depth > 1:
                yield from _walk(folder / item.name, path, depth - 1)
        elif item.is_file(follow_symlinks=False):
            if not item.name.startswith("._"):
                yield _file_on_disk(folder / item.name, path, item.stat(follow_symlinks=False).st_size)
        else:
            yield Entry(parts=path, kind=EntryKind.OTHER)


def _file_on_disk(path: Path, parts: tuple[str, ...], size: int) -> Entry:
    def reader(max_bytes: int) -> bytes:
        return read_bounded(path, max_bytes, follow_links=False)

    return Entry(parts=parts, kind=EntryKind.FILE, size=size, reader=reader)


def _parts(name: str) -> tuple[str, ...]:
    """The parts of a name in an archive; `..`, drives and leading slashes are parts like others, harmless as labels."""
    return tuple(part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in ("/", "//", "."))


def _hidden(parts: tuple[str, ...]) -> bool:
    return not parts or parts[-1].startswith("._") or any(part in SKIPPED_FOLDERS for part in parts[:-1])


def _marker(parts: tuple[str, ...]) -> Entry | None:
    """A repository's own folder stands for all that is in it."""
    for index, part in enumerate(parts):
        if part in SKIPPED_FOLDERS:
            return None
        if part in MARKER_FOLDERS:
            return Entry(parts=parts[: index + 1], kind=EntryKind.MARKER)
    return None


class _Folders:
    """The folders that an archive names, to tell in the end which of them hold nothing."""

    def __init__(self, bounds: Bounds) -> None:
        self._named: set[tuple[str, ...]] = set()
        self._filled: set[tuple[str, ...]] = set()
        self._bounds = bounds

    def name(self, parts: tuple[str, ...]) -> None:
        """A folder, or what lies in it and is left out: a folder that is left out itself does not count."""
        skipped = next((index for index, part in enumerate(parts) if part in SKIPPED_FOLDERS), len(parts))
        if skipped:
            self._named.add(parts[: min(skipped, self._bounds.depth)])
        if len(self._named) > self._bounds.entries:
            raise ListingError(f"there are more than {self._bounds.entries:,} folders in it")

    def fill(self, parts: tuple[str, ...]) -> None:
        """Something lies in all folders above; what lies too deep to be listed does not count."""
        if len(parts) > self._bounds.depth:
            self.name(parts)
            return
        self._filled.update(parts[:length] for length in range(1, len(parts)))

    def empty(self) -> Iterator[Entry]:
        """Those that hold nothing, not even a folder."""
        for parts in self._named:
            self.fill(parts)
        for parts in sorted(self._named - self._filled):
            yield Entry(parts=parts, kind=EntryKind.FOLDER)


def _zip_entries(file: BinaryIO, bounds: Bounds, reopen: Callable[[], BinaryIO]) -> Iterator[Entry]:
    with zipfile.ZipFile(file) as archive:
        infos = archive.infolist()
    markers = set()
    folders = _Folders(bounds)
    for info in infos:
        parts = _parts(info.filename)
        if marker := _marker(parts):
            if marker.parts not in markers:
                markers.add(marker.parts)
                folders.fill(marker.parts)
                yield marker
        elif info.is_dir() or _hidden(parts):
            folders.name(parts if info.is_dir() else parts[:-1])
        else:
            folders.fill(parts)
            yield _zip_entry(info, parts, reopen)
    yield from folders.empty()


def _zip_entry(info: zipfile.ZipInfo, parts: tuple[str, ...], reopen: Callable[[], BinaryIO]) -> Entry:
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return Entry(parts=parts, kind=EntryKind.LINK, target="a place named in the archive")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return Entry(parts=parts, kind=EntryKind.OTHER)

    def reader(max_bytes: int) -> bytes:
        if info.flag_bits & 1:
            raise ListingError(f"{parts[-1]} is encrypted: it cannot be read without its password")
        # The size in the directory may lie, so what is read is bounded as well.
        with reopen() as again, zipfile.ZipFile(again) as archive, archive.open(info) as member:
            return _read_bounded_stream(cast(BinaryIO, member), max_bytes)

    return Entry(parts=parts, kind=EntryKind.FILE, size=info.file_size, reader=reader)


def _read_bounded_stream(stream: BinaryIO, max_bytes: int) -> bytes:
    data = stream.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise TooLargeError(len(data), max_bytes)
    return data


class _BoundedStream(io.RawIOBase):
    """A decompressed stream that ends with an error once it has given more than it may."""

    def __init__(self, stream: BinaryIO, max_bytes: int) -> None:
        self._stream = stream
        self._left = max_bytes
        self._max_bytes = max_bytes

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise ListingError(f"it unpacks to more than {self._max_bytes:,} bytes")
        return data


def _tar_entries(file: BinaryIO, bounds: Bounds) -> Iterator[Entry]:
    stream = _BoundedStream(_decompressed(file), bounds.unpacked_bytes)
    markers = set()
    folders = _Folders(bounds)
    with tarfile.open(fileobj=cast(BinaryIO, stream), mode="r|") as archive:
        while (member := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # a stream never goes back: only memory is spent
            parts = _parts(member.name)
            if marker := _marker(parts):
                if marker.parts not in markers:
                    markers.add(marker.parts)
                    folders.fill(marker.parts)
                    yield marker
            elif member.isdir() or _hidden(parts):
                folders.name(parts if member.isdir() else parts[:-1])
            else:
                folders.fill(parts)
                yield _tar_entry(archive, member, parts, bounds)
    yield from folders.empty()


def _tar_entry(archive: tarfile.TarFile, member: tarfile.TarInfo, parts: tuple[str, ...], bounds: Bounds) -> Entry:
    if member.issym() or member.islnk():
        return Entry(parts=parts, kind=EntryKind.LINK, target=member.linkname)
    if not member.isreg():
        return Entry(parts=parts, kind=EntryKind.OTHER)
    limit = bounds.file_bytes
    if is_archive(parts[-1]):
        limit = bounds.archive_bytes
    if parts[-1].lower().endswith(".yml"):
        limit = bounds.metadata_bytes
    if member.size > limit or not parts[-1].lower().endswith(READ_FROM_TAR):
        return Entry(parts=parts, kind=EntryKind.FILE, size=member.size)
    content = archive.extractfile(member)
    data = content.read() if content is not None else b""
    return Entry(parts=parts, kind=EntryKind.FILE, size=len(data), reader=lambda _max_bytes: data)


def _decompressed(file: BinaryIO) -> BinaryIO:
    magic = file.read(6)
    file.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if magic.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(file))
    if magic.startswith(b"\xfd7zXZ"):
        return cast(BinaryIO, lzma.LZMAFile(file))
    return file
