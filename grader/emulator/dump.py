"""Write what every stage made to a folder, to show why a kernel got its verdict.

The environment variable `GRADER_DUMP` names the folder. Each process has its own folder in it, in which files are
numbered in the order of their creation.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

VARIABLE = "GRADER_DUMP"
_MOST_NAME = 80


def folder() -> Path | None:
    """Return the folder of this process, and create it; None without `GRADER_DUMP`."""
    wanted = os.environ.get(VARIABLE)
    return _room(Path(wanted).absolute(), os.getpid())[0] if wanted else None


def leave(name: str, make: Callable[[], str]) -> None:
    """Write what a stage made, if `GRADER_DUMP` is set; else `make` is not called.

    `name` ends with the kind of text (`matmul.inlined.ptx`). Raises `OSError` if the folder cannot be written.
    """
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return
    place, numbers = _room(Path(wanted).absolute(), os.getpid())
    stem, dot, kind = name.rpartition(".")
    safe = re.sub(r"[^\w.]", "-", stem, flags=re.ASCII)[:_MOST_NAME]
    (place / f"{next(numbers):04d}-{safe}{dot}{kind}").write_text(make(), encoding="utf-8", errors="replace")


@contextlib.contextmanager
def nobody_looks() -> Iterator[None]:
    """Write nothing meanwhile: what is made to warm up belongs to no kernel."""
    wanted = os.environ.pop(VARIABLE, None)
    try:
        yield
    finally:
        if wanted is not None:
            os.environ[VARIABLE] = wanted


@functools.cache
def _room(wanted: Path, process: int) -> tuple[Path, Iterator[int]]:
    place = wanted / str(process)
    place.mkdir(parents=True, exist_ok=True)
    return place, itertools.count(1)
