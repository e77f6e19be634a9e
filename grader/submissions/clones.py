"""When the graded file of a student's clone was last committed: the time that the student's own machine wrote down."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.assignment.dates import from_epoch
from grader.processes.child import ended_after
from grader.submissions.clone_child import SECONDS
from grader.submissions.entries import EntryKind, ListedFile, is_archive
from grader.submissions.frames import receive, send
from grader.submissions.opening import start_child

_CHILD = "grader.submissions.clone_child"
_PATIENCE = 3
"""How many times git's own seconds this may take on a busy machine."""


@dataclass(frozen=True, slots=True)
class Commit:
    """When the file was committed, or in words why that is not known; neither where it never was."""

    at: datetime | None = None
    problem: str = ""


def last_commit(root: Path, entries: Iterable[ListedFile], graded: ListedFile) -> Commit:
    """The last commit that touched the graded file, in the clone among these entries that it lies in, if it does."""
    file = _place(graded)
    clones = [_place(entry)[:-1] for entry in entries if entry.kind is EntryKind.MARKER and entry.name == ".git"]
    around = [place for place in clones if file[: len(place)] == place]
    if not around or not root.is_dir() or shutil.which("git") is None:
        return Commit()
    clone = max(around, key=len)
    return _ask(root.joinpath(*clone, ".git"), "/".join(_on_disk(file)[len(clone) :]))


def _place(entry: ListedFile) -> tuple[str, ...]:
    return tuple((entry.found_at or entry.path).split("/"))


def _on_disk(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The path as far as an archive, which is what the repository holds."""
    ends = (index for index, part in enumerate(parts, 1) if is_archive(part))
    return parts[: next(ends, len(parts))]


def _ask(folder: Path, path: str) -> Commit:
    child = start_child(_CHILD, ())
    with ended_after(child, _PATIENCE * SECONDS):
        try:
            asked = {"folder": os.fsencode(folder.absolute()).hex(), "path": os.fsencode(path).hex()}
            send(child.writer, asked)
            answer, _ = receive(child.reader)
        except (OSError, EOFError, ValueError):
            answer = {"problem": "git takes too long over this repository"}
        finally:
            child.drop()
    seconds = answer.get("seconds")
    if not isinstance(seconds, int):
        return Commit(problem=str(answer.get("problem", ""))[:200])
    at = from_epoch(seconds)
    return Commit(at, "" if at else "no calendar has the time that the clone tells")
