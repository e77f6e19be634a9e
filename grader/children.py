"""Child processes with pipes, a private folder and nothing of the user's environment: what all that need one share.

`SpawnedChild` is a fresh interpreter; `grader.forkserver` has a faster one where the system can fork.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, BinaryIO, Protocol

_KEPT_VARIABLES = (
    "PATH", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "CUDA_PATH", "CUDA_HOME", "CUDA_VISIBLE_DEVICES",
    "VIRTUAL_ENV", "LANG", "LC_ALL",
)  # fmt: skip
_KEPT_FOLDERS = ("GRADER_DUMP",)  # see `grader.emulator.dump`; a child has another current folder


_PR_SET_PDEATHSIG = 1


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

    def kill(self) -> None:
        """Stop the child without waiting for it to leave; then `end` tells how it ended."""
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
    kept |= {name: str(Path(os.environ[name]).absolute()) for name in _KEPT_FOLDERS if os.environ.get(name)}
    own = {"PYTHONPATH": python_path(), "HOME": home, "CUPY_CACHE_DIR": home, "PYTHONDONTWRITEBYTECODE": "1"}
    # A child multiplies nothing on the host. Large pages, where glibc can ask for them, spare a tenth of the faults.
    return {**kept, **own, "OPENBLAS_NUM_THREADS": "1", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def python_path(path: str | None = None) -> str:
    """`PYTHONPATH`, or the path given, with this package's folder first, and nothing that means the current folder."""
    given = os.environ.get("PYTHONPATH", "") if path is None else path
    added = [str(Path(entry).absolute()) for entry in given.split(os.pathsep) if entry]
    return os.pathsep.join(dict.fromkeys([str(Path(__file__).resolve().parents[1]), *added]))


def die_with_parent() -> None:
    """End this process when the thread that started it ends: else it would outlive a `kill -9`. Linux only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _last_words(stream: IO[bytes], limit: int = 2000) -> str:
    with contextlib.suppress(OSError, ValueError):
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - limit))
        return stream.read().decode("utf-8", "replace").strip()
    return ""
