"""List archives, each opened by a child process with limits on time and memory.

What an archive does to the libraries that read it (no end, no memory, an unexpected exception) happens to that
child (`main`). Here it becomes a `ListingError`, which says what is wrong with which archive.
"""

from __future__ import annotations

import functools
import io
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from grader.devices.process import GREETING, ChildProcess, Frame, Packed, Service, serve, take_over_pipes, write_frame
from grader.errors import DeviceError, DeviceFault, DeviceStarved, DeviceTimeout
from grader.files import TooLargeError
from grader.plaintext import one_line
from grader.processes.child import Child, child_environment, limit, spawn
from grader.processes.forkserver import AVAILABLE, ForkServer, ForkServerError
from grader.processes.sandbox import prepare, restrict
from grader.submissions.archives import list_archive
from grader.submissions.entries import OF_A_STUDENT, OF_THE_INSTRUCTOR, EntryKind, ListedFile, ListingError, ReadLimits

_CHILD = "grader.submissions.opening"
_OPEN, _READ, _TOO_LARGE = "open", "read", "too large"
"""Names of requests, and of an answer."""
_MOST_BYTES = 512 << 20
"""Of an answer: a file of an archive, or the list of all."""
_OPEN_AT_ONCE = 8
"""More are closed, and opened again when something else in them is read: a class may be a thousand archives."""


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
            return self._listed(_Archive(path.name, os.fsencode(path.absolute()), b"", "instructor"))
        except ListingError as error:
            raise ListingError(f"{path}: {error}") from error

    def list_nested(self, data: bytes, name: str) -> list[ListedFile]:
        """Return the files of an archive that a student handed in."""
        return self._listed(_Archive(name, b"", data, "student"))

    def _listed(self, archive: _Archive) -> list[ListedFile]:
        self._use(archive)
        entries = []
        try:  # whatever a child sent: what `_ArchiveService` made of an entry
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
    """One archive, at a path or as `data`, and its child."""

    def __init__(self, name: str, path: bytes, data: bytes, bounds: str) -> None:
        self._first, self._data = {"name": name, "path": path.hex()}, np.frombuffer(data, np.uint8)
        self._seconds = BOUNDS[bounds].seconds
        self._child = ChildProcess(lambda: start_child(_CHILD, (bounds,)), most_bytes=_MOST_BYTES)
        self._opened_in = 0  # the generation of the child that has opened it

    def open(self) -> Any:  # noqa: ANN401 (whatever a child sends)
        """Open it in a new child. Return what this found in it."""
        found = self._ask(_OPEN, self._first, [self._data])
        self._opened_in = self._child.generation
        return json.loads(found.body.tobytes())

    def read(self, index: int, max_bytes: int) -> bytes:
        """Return the bytes of one entry. Raise `TooLargeError` or `ListingError` as `ListedFile.read` does."""
        self._child.warm_up()
        if self._opened_in != self._child.generation:
            self.open()
        answer = self._ask(_READ, {"index": index, "max_bytes": max_bytes})
        if answer.name == _TOO_LARGE:
            raise TooLargeError(int(answer.text), max_bytes)
        return answer.body[:max_bytes].tobytes()

    def close(self) -> None:
        """End the child, if there is one."""
        self._child.close()

    def _ask(self, name: str, header: object, parts: Sequence[np.ndarray] = ()) -> Frame:
        """Return one answer of the child. Raise `ListingError` with its words, or if it gives none."""
        try:
            return self._child.ask(name, json.dumps(header).encode(), parts, seconds=self._seconds)
        except DeviceFault as error:
            raise ListingError(str(error)[:2000]) from None
        except DeviceError as error:
            late = isinstance(error, DeviceTimeout | DeviceStarved) or any(how in str(error) for how in _OUT_OF_TIME)
            raise ListingError("it takes too long to read" if late else str(error)) from None


_OUT_OF_TIME = ("(exit status -24", "(exit status -9")
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


def warm_up() -> None:
    """Do once, in the fork server, what every child would do again."""
    from grader.devices.process import Failure
    from grader.devices.wire import make_ready

    prepare()
    make_ready(Failure)


class _ArchiveService(Service):
    """Serves one archive. Problems are reported in words; reaching a limit ends the process."""

    def __init__(self, bounds: ReadLimits) -> None:
        super().__init__({})
        self._bounds = bounds
        self._entries: list[ListedFile] = []

    def handled(self, frame: Frame) -> Packed:
        """See `Service`. Requests are plain JSON, and so is what is in the archive."""
        asked = json.loads(frame.text)
        if frame.name == _OPEN:
            self._entries = self._opened(asked["name"], bytes.fromhex(asked["path"]), frame.body)
            rows = [[each.parts, each.kind.name, each.size, each.target, bool(each.reader)] for each in self._entries]
            return _OPEN, b"", [np.frombuffer(json.dumps(rows).encode(), np.uint8)]
        entry = self._entries[asked["index"]]
        try:
            return _READ, b"", [np.frombuffer(entry.read(asked["max_bytes"]), np.uint8)]
        except TooLargeError as error:
            return _TOO_LARGE, str(error.size_bytes).encode(), []
        except Exception as error:
            where = one_line(entry.path)
            raise _in_words(error, f"{where} takes too much memory to unpack", f"{where} cannot be unpacked") from None

    def _opened(self, name: str, path: bytes, data: np.ndarray) -> list[ListedFile]:
        try:
            file = open(path, "rb") if path else io.BytesIO(data.tobytes())  # noqa: PTH123, SIM115 (bytes; stays open)
        except OSError as error:
            raise DeviceFault(f"{one_line(name)} cannot be read: {error.strerror or error}") from None
        limit(self._bounds.seconds, self._bounds.memory_mb)
        restrict()
        try:
            return list_archive(file, name, self._bounds)
        except Exception as error:
            otherwise = "it is not an archive that can be read"
            raise _in_words(error, "it takes too much memory to list", otherwise) from None


def _in_words(error: Exception, too_much: str, otherwise: str) -> DeviceFault:
    """Return as an answer what reading raised: `zipfile` and `tarfile` raise a dozen kinds about damaged archives."""
    if isinstance(error, ListingError):
        return DeviceFault(str(error))
    if isinstance(error, MemoryError):
        return DeviceFault(too_much)
    endless = "its headers refer to one another without an end" if isinstance(error, RecursionError) else ""
    return DeviceFault(f"{otherwise}: {endless or one_line(str(error), 200) or type(error).__name__}")


def main(arguments: list[str]) -> None:
    """Serve one archive."""
    reader, writer = take_over_pipes()
    write_frame(writer, GREETING)
    serve(reader, writer, _ArchiveService(BOUNDS[arguments[0]]))


if __name__ == "__main__":
    main(sys.argv[1:])
