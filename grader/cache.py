"""What one run keeps for the next: what takes time to make, and depends on nothing that a student hands in.

It lies in a folder that is the user's alone (`cuda-grader` in `$XDG_CACHE_HOME` or `~/.cache`), and is named by all
that it was made of, the grader's own code included. Only the grader's own process reads or writes there, never a child;
who cannot have such a folder makes everything anew.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grader.files import read_bounded, write_whole
from grader.version import __version__

MOST_BYTES = 1 << 20
MOST_FILES = 1000
"""After so many, which are mostly of assignments and versions long gone, all begins again."""


def recall(kind: str, key: str) -> bytes | None:
    """What was kept under this name; None where nothing was."""
    folder = kept_folder(kind)
    with contextlib.suppress(OSError):
        return None if folder is None else read_bounded(folder / key, MOST_BYTES, follow_links=False)
    return None


def keep(kind: str, key: str, content: str) -> None:
    """Keep it for the next run, as far as there is room for it."""
    folder = kept_folder(kind)
    with contextlib.suppress(OSError):
        if folder is not None:
            write_whole(folder / key, content)


@functools.cache
def kept_folder(kind: str) -> Path | None:
    """The folder for what is kept of one kind, made where it is not there; None where it would not be safe.

    It is when it is no link, the user's own and closed to all others: nobody else has written what is in it.
    """
    if not hasattr(os, "getuid"):
        return None
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with contextlib.suppress(OSError, RuntimeError):  # no home, no room, a file in the way
        folder = (given if given.is_absolute() else Path.home() / ".cache") / "cuda-grader"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid() or state.st_mode & 0o077:
            return None
        folder = folder / kind
        folder.mkdir(mode=0o700, exist_ok=True)
        if len(files := list(folder.iterdir())) > MOST_FILES:
            for path in files:
                path.unlink(missing_ok=True)
        return folder
    return None


@functools.cache
def code_fingerprint() -> str:
    """The hash of the grader's own code: a version number says too little while it is being worked on."""
    package = str(Path(__file__).resolve().parent)
    return digest((__version__,), {path.removeprefix(package): _read(path) for path in _modules(package)})


def _modules(folder: str) -> Iterator[str]:
    """The files of code below a folder, in order; hundreds, for each of which a `Path` takes longer than to read it."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            if entry.is_dir():
                yield from _modules(entry.path)
            elif entry.name.endswith(".py"):
                yield entry.path


def _read(path: str) -> bytes:
    with io.FileIO(path) as file:
        return file.readall()


def digest(words: Iterable[str], files: Mapping[str, bytes]) -> str:
    """The hash of some words and files; none can be mistaken for others."""
    made = hashlib.sha256("\0".join(words).encode())
    for name, data in files.items():
        made.update(f"\0{name}\0{len(data)}\0".encode())
        made.update(data)
    return made.hexdigest()
