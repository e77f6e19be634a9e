"""List and read a zip or a tar without extracting anything; run in a child (`opening`).

An archive is a student's, or may hold names and files of students. So every size is held against its bounds as soon as
a header is read, before anything is skipped, allocated or parsed because of it.
"""

from __future__ import annotations

import bz2
import functools
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from grader.files import TooLargeError
from grader.submissions.entries import (
    MARKER_FOLDERS,
    SKIPPED_FOLDERS,
    EntryKind,
    ListedFile,
    ListingError,
    ReadLimits,
    is_archive,
    within,
)

READ_FROM_TAR = (".cu", ".cuh", ".cpp", ".cc", ".c", ".txt", ".yml", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2",
                 ".xz", ".txz")  # fmt: skip
"""Tar files are read in one pass, so what may be wanted later is kept, and only that."""

MAX_NAME_CHARACTERS = 4096
"""As long as paths are on Linux."""
MAX_EXTENSION_BYTES = 32 << 10
"""Of the headers that hold a tar's long names and attributes; their parsers are slow with large ones."""
_EXTENSIONS = frozenset({
    tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
})  # fmt: skip


def list_archive(file: BinaryIO, name: str, bounds: ReadLimits) -> list[ListedFile]:
    """Return the files of an archive, which stays open for reading them. Raise `ListingError`.

    `name` tells zip from tar. Whatever else the libraries raise about a damaged archive passes through.
    """
    list_entries = _zip_entries if name.lower().endswith(".zip") else _tar_entries
    return within(list_entries(file, bounds), bounds)


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name in an archive; `..` and drives are parts like others, harmless as labels."""
    if len(name) > MAX_NAME_CHARACTERS:
        raise ListingError(f"a name in it has {len(name):,} characters")
    return tuple(part for part in PurePosixPath(name.replace("\\", "/")).parts if part not in ("/", "//", "."))


class _Folders:
    """The folders that an archive names, to tell in the end which of them hold nothing."""

    def __init__(self, bounds: ReadLimits) -> None:
        self._named: set[tuple[str, ...]] = set()
        self._filled: set[tuple[str, ...]] = set()
        self._markers: set[tuple[str, ...]] = set()
        self._bounds = bounds

    def place(self, parts: tuple[str, ...], is_folder: bool, entry: Callable[[], ListedFile]) -> Iterator[ListedFile]:
        """Yield the entry of one member, or of what it stands for; nothing for what is skipped or already known."""
        hidden = not parts or parts[-1].startswith("._") or any(part in SKIPPED_FOLDERS for part in parts[:-1])
        special = (index for index, part in enumerate(parts, 1) if part in SKIPPED_FOLDERS | MARKER_FOLDERS)
        marker = parts[: next(special, 0)]
        if marker and marker[-1] in MARKER_FOLDERS:  # a repository's own folder stands for all that is in it
            if marker not in self._markers:
                self._markers.add(marker)
                self._fill(marker)
                yield ListedFile(parts=marker, kind=EntryKind.MARKER)
        elif is_folder or hidden:
            self._name(parts if is_folder else parts[:-1])
        else:
            self._fill(parts)
            yield entry()

    def empty(self) -> Iterator[ListedFile]:
        """Yield the folders that hold nothing, not even a folder."""
        for parts in self._named:
            self._fill(parts)
        for parts in sorted(self._named - self._filled):
            yield ListedFile(parts=parts, kind=EntryKind.FOLDER)

    def _name(self, parts: tuple[str, ...]) -> None:
        """Note a folder by its name or by skipped content; a skipped folder itself does not count."""
        skipped = next((index for index, part in enumerate(parts) if part in SKIPPED_FOLDERS), len(parts))
        if skipped:
            self._named.add(parts[: min(skipped, self._bounds.depth)])
        if len(self._named) > self._bounds.entries:
            raise ListingError(f"there are more than {self._bounds.entries:,} folders in it")

    def _fill(self, parts: tuple[str, ...]) -> None:
        """Note that the folders above are not empty; what lies too deep to be listed does not count."""
        if len(parts) > self._bounds.depth:
            self._name(parts)
            return
        self._filled.update(parts[:length] for length in range(1, len(parts)))


# -- zip ---------------------------------------------------------------------------------------------------------------


def _zip_entries(file: BinaryIO, bounds: ReadLimits) -> Iterator[ListedFile]:
    archive = zipfile.ZipFile(file)
    folders = _Folders(bounds)
    for info in archive.infolist():
        parts = _parts(info.filename)
        is_folder = info.filename.endswith("/")
        yield from folders.place(parts, is_folder, functools.partial(_zip_entry, archive, info, parts))
    yield from folders.empty()


def _zip_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, parts: tuple[str, ...]) -> ListedFile:
    mode = info.external_attr >> 16
    if stat.S_ISLNK(mode):
        return ListedFile(parts=parts, kind=EntryKind.LINK, target="a place named in the archive")
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return ListedFile(parts=parts, kind=EntryKind.OTHER)

    def reader(max_bytes: int) -> bytes:
        if info.flag_bits & 1:
            raise ListingError(f"{parts[-1]} is encrypted: it cannot be read without its password")
        # The size in the directory may lie, so what is read is bounded as well.
        with archive.open(info) as member:
            data = member.read(max_bytes + 1)
        if len(data) > max_bytes:
            raise TooLargeError(len(data), max_bytes)
        return data

    return ListedFile(parts=parts, kind=EntryKind.FILE, size=info.file_size, reader=reader)


# -- tar ---------------------------------------------------------------------------------------------------------------


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


def _tar_entries(file: BinaryIO, bounds: ReadLimits) -> Iterator[ListedFile]:
    stream: Any = _BoundedStream(_decompressed(file), bounds.unpacked_bytes)

    class Member(tarfile.TarInfo):
        """A header that is held against its bounds before `tarfile` skips or parses what it announces."""

        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Member:
            member = super().frombuf(buf, encoding, errors)
            if member.type in _EXTENSIONS and member.size > MAX_EXTENSION_BYTES:
                raise ListingError(f"a header in it has {member.size:,} bytes")
            _require_size(member, bounds)
            return member

    folders = _Folders(bounds)
    with tarfile.open(fileobj=stream, mode="r|", tarinfo=Member) as archive:
        while (member := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]  # a stream never goes back: only memory is spent
            _require_size(member, bounds)  # an extension may have said another one
            parts = _parts(member.name)
            yield from folders.place(
                parts, member.isdir(), functools.partial(_tar_entry, archive, member, parts, bounds)
            )
    yield from folders.empty()


def _require_size(member: tarfile.TarInfo, bounds: ReadLimits) -> None:
    if member.size < 0:
        raise ListingError(f"a header in it announces {member.size:,} bytes")
    if member.size > bounds.unpacked_bytes:
        words = f"it unpacks to more than {bounds.unpacked_bytes:,} bytes"
        raise ListingError(f"{words}: a header in it announces {member.size:,}")


def _tar_entry(
    archive: tarfile.TarFile, member: tarfile.TarInfo, parts: tuple[str, ...], bounds: ReadLimits
) -> ListedFile:
    if member.issym() or member.islnk():
        return ListedFile(parts=parts, kind=EntryKind.LINK, target=member.linkname[:MAX_NAME_CHARACTERS])
    if not member.isreg():
        return ListedFile(parts=parts, kind=EntryKind.OTHER)
    limit = bounds.file_bytes
    if is_archive(parts[-1]):
        limit = bounds.archive_bytes
    if parts[-1].lower().endswith(".yml"):
        limit = bounds.metadata_bytes
    if member.size > limit or not parts[-1].lower().endswith(READ_FROM_TAR):
        return ListedFile(parts=parts, kind=EntryKind.FILE, size=member.size)
    content = archive.extractfile(member)
    data = content.read() if content is not None else b""
    return ListedFile(parts=parts, kind=EntryKind.FILE, size=len(data), reader=lambda _max_bytes: data)


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
