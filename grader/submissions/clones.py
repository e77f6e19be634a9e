"""Find when the graded file of a student's clone was last committed, by the clock of the student's machine.

A child (`main`) asks git. Git obeys what it finds in a repository: its configuration may name programs to start, and
places to fetch from. So git is shown a repository of this module's own, with the commit to start from, which only
borrows the student's objects: no configuration, hook, attribute, replacement or commit graph of theirs is read. What is
left runs behind walls, with limits on time and memory.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import AwareDatetime

from grader.assignment.lateness import from_epoch
from grader.devices.process import GREETING, ChildProcess, Service, serve, take_over_pipes, write_frame
from grader.devices.wire import make_ready
from grader.errors import DeviceError
from grader.files import read_bounded
from grader.processes.child import child_environment, die_with_parent, limit
from grader.processes.sandbox import restrict
from grader.submissions.entries import EntryKind, ListedFile, is_archive
from grader.submissions.opening import start_child

_CHILD = "grader.submissions.clones"
_PATIENCE = 3
"""How many times git's own seconds this may take on a busy machine."""


@dataclass(frozen=True, slots=True)
class Commit:
    """When the file was committed, or in words why that is not known; neither where it never was."""

    at: AwareDatetime | None = None
    problem: str = ""


def last_commit(root: Path, entries: Iterable[ListedFile], graded: ListedFile) -> Commit:
    """Return the last commit that touched the graded file, in the clone that it lies in, if any."""
    file = _place(graded)
    clones = [_place(entry)[:-1] for entry in entries if entry.kind is EntryKind.MARKER and entry.name == ".git"]
    around = [place for place in clones if file[: len(place)] == place]
    if not around or not root.is_dir() or shutil.which("git") is None:
        return Commit()
    clone = max(around, key=len)
    # a repository holds an archive, not what is in it
    archives = (index for index, part in enumerate(file, 1) if is_archive(part))
    return _ask(root.joinpath(*clone, ".git"), "/".join(file[len(clone) : next(archives, len(file))]))


def _place(entry: ListedFile) -> tuple[str, ...]:
    return tuple((entry.found_at or entry.path).split("/"))


def _ask(folder: Path, path: str) -> Commit:
    asked = _Question(folder=os.fsencode(folder.absolute()).hex(), path=os.fsencode(path).hex())
    with contextlib.closing(ChildProcess(lambda: start_child(_CHILD, ()), by_clock=True, most_bytes=0)) as child:
        try:
            commit = child.request(asked, Commit, seconds=_PATIENCE * SECONDS)
        except DeviceError:
            return Commit(problem="git takes too long over this repository")
    return replace(commit, problem=commit.problem[:200])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """The folder `.git` and the file's path in the repository, both as bytes in hexadecimal."""

    folder: str
    path: str


SECONDS = 10
MEMORY_MB = 2048
_MAX_REFERENCE_BYTES = 4096
_MAX_LIST_BYTES = 32 << 20
_HASH = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})")
_BRANCH = re.compile(r"ref: (refs/heads/[^\s\0]{1,1000})")
_OPTIONS = ("--no-pager", "--no-optional-locks", "--literal-pathspecs")
_LOG = ("log", "-1", "--format=%ct", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames")


def main(arguments: list[str]) -> None:
    """Answer one question, and then leave."""
    del arguments
    reader, writer = take_over_pipes()
    write_frame(writer, GREETING)
    make_ready(Commit)
    limit(SECONDS, MEMORY_MB)
    serve(reader, writer, Service({_Question: _answer}))


def _answer(asked: _Question) -> Commit:
    folder = Path(os.fsdecode(bytes.fromhex(asked.folder)))
    if not stat.S_ISDIR(folder.lstat().st_mode):  # a link, or a file that names a place elsewhere
        return Commit()
    restrict(readable=[folder], writable=[Path.cwd()], programs=True)
    try:
        head = _head(folder)
        if head is None:
            return Commit()
        done = _git(folder, head, bytes.fromhex(asked.path))
    except (OSError, ValueError) as error:
        return Commit(problem=f"git could not be asked: {type(error).__name__}")
    if done.returncode < 0:
        return Commit(problem="git takes too much time or memory over this repository")
    if done.returncode != 0:
        return Commit(problem="git cannot read this repository")
    seconds = done.stdout.strip()[:20].decode("ascii", "replace")
    if not re.fullmatch(r"\d{1,12}", seconds, re.ASCII):
        return Commit()
    at = from_epoch(int(seconds))
    return Commit(at, "" if at else "no calendar has the time that the clone tells")


def _head(folder: Path) -> str | None:
    """Return the commit that is checked out."""
    head = _text(folder / "HEAD", _MAX_REFERENCE_BYTES).strip()
    branch = _BRANCH.fullmatch(head)
    if branch is not None and ".." not in branch[1]:
        head = _text(folder / branch[1], _MAX_REFERENCE_BYTES).strip()
        if not head:
            lines = (line.split(" ", 1) for line in _text(folder / "packed-refs", _MAX_LIST_BYTES).splitlines())
            head = next((line[0] for line in lines if line[1:] == [branch[1]]), "")
    return head if _HASH.fullmatch(head) else None


def _text(path: Path, max_bytes: int) -> str:
    try:
        return read_bounded(path, max_bytes, follow_links=False).decode("utf-8", "replace")
    except OSError:
        return ""


def _git(folder: Path, commit: str, path: bytes) -> subprocess.CompletedProcess[bytes]:
    own = Path.cwd() / "repository"
    (own / "refs").mkdir(parents=True)
    (own / "HEAD").write_text(commit + "\n")
    extension = "[extensions]\n\tobjectFormat = sha256\n" if len(commit) == 64 else ""
    settings = "\tbare = true\n\tcommitGraph = false\n\tmultiPackIndex = false\n"
    version = 1 if extension else 0
    (own / "config").write_text(f"[core]\n\trepositoryformatversion = {version}\n{settings}{extension}")
    ends = [line for line in _text(folder / "shallow", _MAX_LIST_BYTES).split() if _HASH.fullmatch(line)]
    if ends:
        (own / "shallow").write_text("".join(f"{line}\n" for line in ends))
    return subprocess.run(
        ["git", *_OPTIONS, *_LOG, commit, "--", path],
        env=child_environment(str(Path.cwd())) | _ENVIRONMENT | {
            "GIT_DIR": str(own), "GIT_OBJECT_DIRECTORY": str(folder / "objects"),
        },
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        # Git may wait for what never comes; the grader's own clock ends this process, and git with it.
        preexec_fn=die_with_parent if os.name == "posix" else None,
    )  # fmt: skip


_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_COUNT": "0", "GIT_ATTR_NOSYSTEM": "1",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "",
    "GIT_PAGER": "cat", "LC_ALL": "C",
}  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
