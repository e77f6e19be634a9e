"""Standard output and standard error of every command: always open, and free of commands to a CI runner.

Output may quote a student: printed text, names, source. A continuous-integration runner reads a command's log and
executes lines that begin with `::`.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from grader.plaintext import unobeyed

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
