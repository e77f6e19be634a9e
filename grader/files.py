"""Read others' files within limits, and write files completely or not at all."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath


def is_free(folder: Path) -> bool:
    """Return whether a new folder may be written here: nothing exists, or an empty folder."""
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


def write_whole(path: Path, content: str | bytes, *, durable: bool = False) -> None:
    """Replace a file in one step: a reader, or a `kill -9`, never sees half of it. Raise `OSError` when it cannot be
    written.

    Text is written as UTF-8, with `?` for what cannot be encoded. `durable` waits until the data are on the disk (about
    0.3 ms on an SSD), so that a power failure does not empty the file.
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.chmod(0o644)  # mkstemp creates files that only the owner can read
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


_EPOCH = (2020, 1, 1, 0, 0, 0)


def write_zip(path: Path, files: Mapping[str, bytes], *, executable: Collection[str] = ()) -> None:
    """Write a zip, completely or not at all; equal files give equal bytes. Raise `OSError` if it cannot be written."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                info = zipfile.ZipInfo(name, _EPOCH)
                info.external_attr = (0o100755 if name in executable else 0o100644) << 16
                info.create_system = 3
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, data)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def tar_bytes(files: Mapping[str, bytes], *, executable: Collection[str] = ()) -> bytes:
    """Return a tar of the files and their parent folders, folders first; the same files give the same bytes."""
    made = io.BytesIO()
    folders = {str(folder) for name in files for folder in PurePosixPath(name).parents} - {"."}
    with tarfile.open(fileobj=made, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted({*files, *folders}):
            member = tarfile.TarInfo(name)
            if name in files:
                member.size, member.mode = len(files[name]), 0o755 if name in executable else 0o644
                archive.addfile(member, io.BytesIO(files[name]))
            else:
                member.type, member.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(member)
    return made.getvalue()


class TooLargeError(OSError):
    """The file has more bytes than a submission may have. `sha256` is made from its size, because it was not read."""

    def __init__(self, size_bytes: int, max_bytes: int) -> None:
        super().__init__(f"the file has {size_bytes:,} bytes; a submission may have {max_bytes:,}")
        self.size_bytes = size_bytes
        self.sha256 = hashlib.sha256(f"not read: {size_bytes} bytes".encode()).hexdigest()

    def __str__(self) -> str:
        return str(self.args[0])


MAX_KEPT_BYTES = 32 << 20


def kept_text(path: Path) -> str:
    """Return the text of a file that an earlier run wrote, or that came with a student's repository in its place.

    Empty for none that can be read: a link, a device, no text, or larger than `MAX_KEPT_BYTES`.
    """
    try:
        return read_bounded(path, MAX_KEPT_BYTES, follow_links=False).decode("utf-8")
    except (OSError, ValueError):
        return ""


def read_bounded(path: Path, max_bytes: int, *, follow_links: bool = True) -> bytes:
    """Return the bytes of a regular file. Raise `TooLargeError` beyond `max_bytes`.

    Devices, pipes and folders raise `OSError` instead of blocking the reader or filling its memory.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    if not follow_links:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f"{path.name} is not a regular file")
        if status.st_size > max_bytes:
            raise TooLargeError(status.st_size, max_bytes)
        data = file.read(status.st_size + 1)  # not `max_bytes`, which would be allocated first
    if len(data) > status.st_size:
        raise OSError(f"{path.name} grew while it was read")
    return data
