"""A child process that answers requests, with limits on time and memory, and that is replaced when it dies.

The pipes are the child's own stdin and stdout, which it moves away from descriptors 0 and 1 before anything else, so
neither library chatter nor a kernel's printf can reach them. Nothing here needs `fork`.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol

import numpy as np

from grader.devices.base import DeviceCrash, DeviceError, DeviceFault, DeviceTimeout
from grader.devices.frames import Arrays, FrameError, Header, read_frame, write_frame

START_SECONDS = 120.0
"""A cold start on a busy machine reads some 100 MB of libraries."""

_KEPT_VARIABLES = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME", "CUDA_VISIBLE_DEVICES",
    "VIRTUAL_ENV", "LANG", "LC_ALL",
)  # fmt: skip


class Connection(Protocol):
    """The grader's end of a running child."""

    reader: BinaryIO
    writer: BinaryIO

    def end(self) -> str:
        """Stop the child at once; the words with which it died, if any."""
        ...

    def drop(self) -> None:
        """Stop the child, about which nobody will ask any more."""
        ...


Start = Callable[[], Connection]


class SpawnedChild:
    """A child started as a fresh interpreter: works on every platform, costs an interpreter's start."""

    def __init__(self, module: str, arguments: tuple[str, ...] = ()) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the child)
        self._folder = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=self._folder.name,
            env=child_environment(self._folder.name),
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.writer: BinaryIO = self._process.stdin  # type: ignore[assignment]
        self.reader: BinaryIO = self._process.stdout  # type: ignore[assignment]

    def end(self) -> str:
        """Stop the child at once; its exit status and the last words on its stderr."""
        with contextlib.suppress(OSError):
            self.writer.close()
        try:
            # A child whose pipe is closed leaves by itself, unless it is stuck.
            status = self._process.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self.reader.close()
        words = _last_words(self._errors)
        self._errors.close()
        self._folder.cleanup()
        return f"exit status {status}{': ' + words if words else ''}"

    def drop(self) -> None:
        """Stop the child at once."""
        self.end()

    def kill(self) -> None:
        """Stop the child without waiting for it to leave."""
        self._process.kill()


def child_environment(home: str) -> dict[str, str]:
    """Only what an interpreter and CUDA's libraries need: no tokens, no names, no paths of the grader's user."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    package_root = str(Path(__file__).resolve().parents[2])
    added = [str(Path(entry).absolute()) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    path = os.pathsep.join(dict.fromkeys([package_root, *added]))
    own = {"PYTHONPATH": path, "HOME": home, "CUPY_CACHE_DIR": home, "PYTHONDONTWRITEBYTECODE": "1"}
    # A child multiplies nothing on the host. Large pages, where glibc can ask for them, spare a tenth of the faults.
    return {**kept, **own, "OPENBLAS_NUM_THREADS": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def _last_words(stream: IO[bytes], limit: int = 2000) -> str:
    with contextlib.suppress(OSError, ValueError):
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - limit))
        return stream.read().decode("utf-8", "replace").strip()
    return ""


class Worker:
    """One child at a time; a new one is started when the last has died. Not to be shared between threads."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._connection: Connection | None = None
        self._answers: queue.SimpleQueue[tuple[Header, Arrays] | FrameError | OSError] = queue.SimpleQueue()
        self.generation = 0  # counts the children; what one child knew, the next does not
        self._ready = False

    def warm_up(self) -> None:
        """Start the child without waiting for it, so that its imports run beside the caller's."""
        if self._connection is None:
            self._connect()

    def request(
        self, header: Mapping[str, Any], arrays: Mapping[str, np.ndarray] | None = None, *, seconds: float
    ) -> tuple[Header, Arrays]:
        """Send one request and wait for its answer.

        Raises `DeviceTimeout` after `seconds`, `DeviceCrash` when the child dies, `DeviceFault` when the child's own
        code failed. After each of the first two the next request meets a fresh child.
        """
        self.warm_up()
        if not self._ready:
            self._answer(START_SECONDS, DeviceFault)  # its greeting
            self._ready = True
        assert self._connection is not None
        try:
            write_frame(self._connection.writer, header, arrays)
        except (OSError, ValueError):
            raise DeviceCrash(f"the child process died ({self._drop()})") from None
        answer, results = self._answer(seconds, DeviceCrash)
        if "fault" in answer:
            raise DeviceFault(str(answer["fault"]))
        return answer, results

    def close(self) -> None:
        """End the child, if there is one."""
        self._drop()

    def renew(self) -> None:
        """A fresh child, which starts while the caller goes on and the old one ends."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.drop()
        self.warm_up()

    def _connect(self) -> None:
        self._connection = self._start()
        self._answers = queue.SimpleQueue()
        self._ready = False
        self.generation += 1
        threading.Thread(
            target=_pump, args=(self._connection.reader, self._answers), daemon=True, name="grader-pipe"
        ).start()

    def _answer(self, seconds: float, when_dead: type[DeviceError]) -> tuple[Header, Arrays]:
        deadline = time.monotonic() + seconds
        try:
            answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self._drop(kill=True)
            raise DeviceTimeout(f"no answer within {seconds:g} s") from None
        if isinstance(answer, Exception):
            raise when_dead(f"the child process died ({self._drop()})")
        return answer

    def _drop(self, *, kill: bool = False) -> str:
        connection, self._connection = self._connection, None
        if connection is None:
            return "not running"
        if kill and isinstance(connection, SpawnedChild):
            connection.kill()
        return connection.end()


def _pump(reader: BinaryIO, answers: queue.SimpleQueue[Any]) -> None:
    """Read frames until the pipe ends: pipes cannot be waited for with a time limit on every platform, queues can."""
    while True:
        try:
            answers.put(read_frame(reader))
        except (FrameError, OSError, ValueError) as error:
            answers.put(error if isinstance(error, FrameError | OSError) else FrameError(str(error)))
            return
