"""List archives, each opened by a child process with limits on time and memory.

What an archive does to the libraries that read it (no end, no memory, an unexpected exception) happens to that
child (`main`). Here it becomes a `ListingError`, which says what is wrong with which archive. Both ends speak in
frames: two lengths, JSON, bytes.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import struct
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from grader.files import TooLargeError
from grader.plaintext import one_line
from grader.processes.child import Child, child_environment, ended_after, limit, spawn
from grader.processes.forkserver import AVAILABLE, ForkServer, ForkServerError
from grader.processes.sandbox import prepare, restrict
from grader.submissions.archives import list_archive
from grader.submissions.entries import OF_A_STUDENT, OF_THE_INSTRUCTOR, EntryKind, ListedFile, ListingError, ReadLimits

_LENGTHS = struct.Struct("<II")
_MAX_HEADER_BYTES = 256 << 20
_MAX_BODY_BYTES = 512 << 20

Header = dict[str, Any]


def send(stream: BinaryIO, header: Header, body: bytes = b"") -> None:
    """Write one frame."""
    text = json.dumps(header).encode()
    stream.write(_LENGTHS.pack(len(text), len(body)) + text + body)
    stream.flush()


def receive(stream: BinaryIO) -> tuple[Header, bytes]:
    """Read one frame; `EOFError` at the end of the stream, `ValueError` for what is no frame."""
    header_bytes, body_bytes = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if header_bytes > _MAX_HEADER_BYTES or body_bytes > _MAX_BODY_BYTES:
        raise ValueError("a frame is larger than any that is sent")
    header = json.loads(_exactly(stream, header_bytes))
    if not isinstance(header, dict):
        raise ValueError("a frame's header is no mapping")
    return header, _exactly(stream, body_bytes)


def _exactly(stream: BinaryIO, count: int) -> bytes:
    parts, left = [], count
    while left:
        part = stream.read(min(left, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


_CHILD = "grader.submissions.opening"
_OPEN_AT_ONCE = 8
"""More are closed, and opened again when something else in them is read: a class may be a thousand archives."""
_PATIENCE = 6
"""How many times the seconds of a core that a child may use it may take on a busy machine."""


class Archives:
    """Opens archives; those that it holds open end with it."""

    def __init__(self) -> None:
        self._open: list[_Archive] = []  # the one used last comes last

    def __enter__(self) -> Archives:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for archive in self._open:
            archive.close()
        self._open.clear()

    def list_file(self, path: Path) -> list[ListedFile]:
        """Return all files of an archive on disk, sorted by path. Raise `ListingError` if it cannot be read."""
        try:
            return self._listed(_Archive(path.name, path, b"", "instructor"))
        except ListingError as error:
            raise ListingError(f"{path}: {error}") from error

    def list_nested(self, data: bytes, name: str) -> list[ListedFile]:
        """Return the files of an archive that a student handed in."""
        return self._listed(_Archive(name, None, data, "student"))

    def _listed(self, archive: _Archive) -> list[ListedFile]:
        self._use(archive)
        entries = []
        try:  # whatever a child sent: what `_plain` made of an entry
            for index, (parts, kind, size, target, readable) in enumerate(archive.open()):
                if not parts or not all(isinstance(part, str) for part in parts):
                    raise ValueError("an entry has no name")
                reader = functools.partial(self._read, archive, index) if readable else None
                entries.append(
                    ListedFile(
                        parts=tuple(parts), kind=EntryKind[kind], size=int(size), target=str(target), reader=reader
                    )
                )
        except (ValueError, TypeError, KeyError) as error:
            raise ListingError("it cannot be listed") from error
        return sorted(entries, key=lambda entry: entry.parts)

    def _read(self, archive: _Archive, index: int, max_bytes: int) -> bytes:
        self._use(archive)
        return archive.read(index, max_bytes)

    def _use(self, archive: _Archive) -> None:
        if archive in self._open:
            self._open.remove(archive)
        self._open.append(archive)
        while len(self._open) > _OPEN_AT_ONCE:
            self._open.pop(0).close()


class _Archive:
    """One archive and, while it is open, its child."""

    def __init__(self, name: str, path: Path | None, data: bytes, bounds: str) -> None:
        self.name = name
        self._path = path
        self._data = data
        self._bounds = bounds
        self._child: Child | None = None

    def open(self) -> list[Any]:
        """Start the child; what it found in the archive."""
        self._child = start_child(_CHILD, (self._bounds,))
        first: Header = {"name": self.name}
        if self._path is not None:
            first["path"] = os.fsencode(self._path.absolute()).hex()
        entries = self._ask(first, self._data)[0].get("entries")
        return entries if isinstance(entries, list) else []

    def read(self, index: int, max_bytes: int) -> bytes:
        """Return the bytes of one entry. Raise `TooLargeError` or `ListingError` as `ListedFile.read` does."""
        if self._child is None:
            self.open()
        answer, data = self._ask({"read": index, "max_bytes": max_bytes})
        if "too_large" in answer:
            raise TooLargeError(int(answer["too_large"]), max_bytes)
        return data[:max_bytes]

    def close(self) -> None:
        """End the child, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            child.drop()

    def _ask(self, header: Header, body: bytes = b"") -> tuple[Header, bytes]:
        """Return one answer of the child. Raise `ListingError` with its words, or if it gives none."""
        child = self._child
        assert child is not None
        with ended_after(child, _PATIENCE * BOUNDS[self._bounds].seconds) as timed_out:
            try:
                send(child.writer, header, body)
                answer, data = receive(child.reader)
            except (OSError, EOFError, ValueError):
                self._child = None
                how = child.end()
                if timed_out.is_set() or how.startswith(_OUT_OF_TIME):
                    how = "it takes too long to read"
                raise ListingError(how) from None
        if "problem" in answer:
            raise ListingError(str(answer["problem"])[:2000])
        return answer, data


_OUT_OF_TIME = ("exit status -24", "exit status -9")
"""The signals with which a limit on a core's time ends a process: SIGXCPU, and SIGKILL soon after."""


def start_child(module: str, arguments: tuple[str, ...]) -> Child:
    """Start a child that runs the module's `main`, forked if the system can."""
    if not AVAILABLE:
        return spawn(module, arguments)
    start = _server().starter(module, arguments)
    try:
        return start()
    except ForkServerError:  # it ends with the thread that started it; then another one is started
        return start()


@functools.cache
def _server() -> ForkServer:
    """Start one server for this process; it has loaded what every child needs, and ends with its socket."""
    return ForkServer([f"{_CHILD}:warm_up"], child_environment(tempfile.gettempdir()))


BOUNDS = {"student": OF_A_STUDENT, "instructor": OF_THE_INSTRUCTOR}


def _plain(entry: ListedFile) -> list[object]:
    return [list(entry.parts), entry.kind.name, entry.size, entry.target, entry.reader is not None]


def warm_up() -> None:
    """Do once, in the fork server, what every child would do again."""
    prepare()


def main(arguments: list[str]) -> None:
    """Serve one archive. Problems are reported in words; reaching a limit ends the process."""
    bounds = BOUNDS[arguments[0]]
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    first, data = receive(reader)
    name = str(first["name"])
    try:
        file = _opened(bytes.fromhex(first["path"])) if "path" in first else io.BytesIO(data)
    except OSError as error:
        send(writer, {"problem": f"{name} cannot be read: {error.strerror or error}"})
        return
    limit(bounds.seconds, bounds.memory_mb)
    restrict()
    entries, answer = _listed(file, name, bounds)
    send(writer, answer)
    with contextlib.suppress(EOFError):
        while True:
            request, _ = receive(reader)
            send(writer, *_read(entries[request["read"]], request["max_bytes"]))


def _opened(path: bytes) -> BinaryIO:
    return Path(os.fsdecode(path)).open("rb")


def _listed(file: BinaryIO, name: str, bounds: ReadLimits) -> tuple[list[ListedFile], Header]:
    try:
        entries = list_archive(file, name, bounds)
    except ListingError as error:
        return [], {"problem": str(error)}
    except MemoryError:
        return [], {"problem": "it takes too much memory to list"}
    except Exception as error:  # `zipfile` and `tarfile` raise a dozen kinds about damaged archives
        return [], {"problem": f"it is not an archive that can be read: {_words(error)}"}
    return entries, {"entries": [_plain(entry) for entry in entries]}


def _read(entry: ListedFile, max_bytes: int) -> tuple[Header, bytes]:
    try:
        return {}, entry.read(max_bytes)
    except TooLargeError as error:
        return {"too_large": error.size_bytes}, b""
    except ListingError as error:
        return {"problem": str(error)}, b""
    except MemoryError:
        return {"problem": f"{entry.path} takes too much memory to unpack"}, b""
    except Exception as error:  # as above
        return {"problem": f"{entry.path} cannot be unpacked: {_words(error)}"}, b""


def _words(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "its headers refer to one another without an end"
    return one_line(str(error), 200) or type(error).__name__


if __name__ == "__main__":
    main(sys.argv[1:])
