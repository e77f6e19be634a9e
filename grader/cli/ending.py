"""How a command ends: its exit code, and its message after a failure."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from grader.errors import DeviceStarved, SlowStartError, UsageError
from grader.plaintext import plain, unobeyed

if TYPE_CHECKING:
    from grader.results import Results


class ExitCode(IntEnum):
    """Exit codes."""

    PASSED = 0  # everything required passed
    FAILED = 1  # graded, and something did not pass
    USAGE = 2  # wrong input: configuration, cases, arguments, missing file
    BROKEN_PIPE = 141  # the reader closed the output: a shell's code for a program ended by SIGPIPE
    GRADER_FAULT = 3  # the grader itself failed; never the student's fault


def code_of(results: Results) -> ExitCode:
    """Return the exit code of a verdict."""
    if results.refused is not None:
        return ExitCode.USAGE
    if results.fault is not None:
        return ExitCode.GRADER_FAULT
    return ExitCode.PASSED if results.passed else ExitCode.FAILED


INTERRUPTED = 130
"""A shell's exit code for a program that was interrupted from the keyboard."""
NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextlib.contextmanager
def writing(where: str) -> Iterator[None]:
    """Run the block, which writes where the user said. Raise `UsageError` where that cannot be done."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:  # a full disk is reported in one way for all commands
            raise
        raise UsageError(f"{where}: {error.strerror or error}") from None


def require_writable(folder: Path, where: str) -> None:
    """Make a folder if needed. Raise before the work, not after it, what `writing` raises if nothing can be written."""
    with writing(where):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


class Stopped(KeyboardInterrupt):
    """A signal asked this process to end; `code` is a shell's exit code for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


@contextlib.contextmanager
def tidy_end() -> Iterator[None]:
    """Run the block so that SIGTERM and SIGHUP clean up, like an interrupt from the keyboard.

    Ignored signals stay ignored, as `nohup` requires.
    """
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    taken = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _stop)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _stop(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # one is enough: the process is already ending
    raise Stopped(number)


def failed(error: Exception, *, verbose: bool) -> int:
    """Print whose fault it was and what to do. Return the exit code."""
    if verbose:
        import traceback

        traceback.print_exception(error)
    if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("grader"):
        complain(
            f"the Python package '{error.name}' is not installed for {sys.executable}.\n"
            f"  Is the virtual environment active?   . .venv/bin/activate\n"
            f"  Is everything installed?             pip install -e ."
        )
        return ExitCode.USAGE
    if isinstance(error, UsageError):
        complain(str(error))
        return ExitCode.USAGE
    if isinstance(error, DeviceStarved | SlowStartError):
        complain(f"Not graded: {error}. Is the machine busy? Try again when it is less so.")
        return ExitCode.USAGE
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        place = f" {error.filename}" if error.filename else ""
        complain(f"what is made cannot be written{place}: {error.strerror}; is the disk full, or `ulimit -f` low?")
        return ExitCode.USAGE
    complain(
        f"the grader itself failed; this is not the fault of the submission.\n"
        f"  {type(error).__name__}: {str(error)[:2000]}\n"
        f"  (GRADER_DEBUG=1 shows where)"
    )
    return ExitCode.GRADER_FAULT


def complain(message: str) -> None:
    """Print a line for the user."""
    print(f"grader: {plain(message)}", file=sys.stderr)


_MOST_REMEMBERED = 100
_STANDARD = 3


class _Guarded(io.TextIOWrapper):
    """A stream without lines that a runner executes; prints `?` for characters that its encoding lacks."""

    _begun = ""
    """The relevant part of the current line."""

    def write(self, text: str) -> int:
        made = unobeyed(self._begun + text)[len(self._begun) :]
        super().write(made)
        line = (self._begun + made).replace("\r", "\n").rpartition("\n")[2]
        self._begun = line if len(line) <= _MOST_REMEMBERED else f".{line[-_MOST_REMEMBERED:].lstrip()}"
        return len(text)


@contextlib.contextmanager
def guarded_streams() -> Iterator[None]:
    """Run the block with guarded output streams."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < _STANDARD:
        pass  # the caller closed it, and no pipe or file of ours may take its number
    os.close(descriptor)
    kept = sys.stdout, sys.stderr
    guards = [_guarded(stream) for stream in kept]
    sys.stdout, sys.stderr = guards
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept
        for guard in guards:
            if isinstance(guard, _Guarded):
                guard.detach()


def _guarded(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    return _Guarded(
        stream.buffer, encoding=stream.encoding, errors="replace", line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )  # fmt: skip
