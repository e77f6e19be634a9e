"""A cache between runs: results that take time to compute and do not depend on submissions.

It is a private folder of the user (`cuda-grader` in `$XDG_CACHE_HOME` or `~/.cache`). Keys include everything that a
result depends on, including the grader's own code. Only the grader's own process reads or writes it, never a child.
Without such a folder, everything is computed anew.
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
"""Above this number, delete the oldest."""


def recall(kind: str, key: str) -> bytes | None:
    """Return what was kept under this key; None if there is nothing."""
    folder = kept_folder(kind)
    with contextlib.suppress(OSError):
        if folder is not None:
            os.utime(folder / key, follow_symlinks=False)  # what is used is not forgotten
            return read_bounded(folder / key, MOST_BYTES, follow_links=False)
    return None


def keep(kind: str, key: str, content: str) -> None:
    """Keep a text for the next run, if there is space."""
    folder = kept_folder(kind)
    with contextlib.suppress(OSError):
        if folder is not None:
            write_whole(folder / key, content)


@functools.cache
def kept_folder(kind: str, most: int = MOST_FILES) -> Path | None:
    """Return the folder for one kind of content, created if needed; None if it would not be safe.

    It has room for `most` files, and for all that this process adds. It is safe if it is no link, belongs to the user
    and is closed to all others: then only the user has written to it.
    """
    if not hasattr(os, "getuid"):
        return None
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with contextlib.suppress(OSError, RuntimeError):  # no home, no space, or a file in the way
        folder = (given if given.is_absolute() else Path.home() / ".cache") / "cuda-grader"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid() or state.st_mode & 0o077:
            return None
        folder = folder / kind
        folder.mkdir(mode=0o700, exist_ok=True)
        files = list(folder.iterdir())
        if len(files) > most:
            times = {path: _last_used(path) for path in files}
            for path in sorted(files, key=times.__getitem__)[:-most]:
                path.unlink(missing_ok=True)
        return folder
    return None


def _last_used(path: Path) -> float:
    with contextlib.suppress(FileNotFoundError):  # another run may forget it meanwhile
        return path.stat().st_mtime
    return 0.0


@functools.cache
def code_fingerprint() -> str:
    """Return the hash of the grader's code: during development, the version number is not enough."""
    package = str(Path(__file__).resolve().parent)
    return digest((__version__,), {path.removeprefix(package): _read(path) for path in _modules(package)})


def _modules(folder: str) -> Iterator[str]:
    """Yield the code files below a folder, in order. Uses strings: `Path` objects would take longer than reading."""
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
    """Return an unambiguous hash of words and files."""
    made = hashlib.sha256("\0".join(words).encode())
    for name, data in files.items():
        made.update(f"\0{name}\0{len(data)}\0".encode())
        made.update(data)
    return made.hexdigest()
