"""Choose which of a student's files is graded: by its name, by the kernel in it, or because it is the only one."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from grader.assignment import Assignment
from grader.assignment.loading import assignment_files
from grader.plaintext import one_line
from grader.submissions.entries import EntryKind, ListedFile, ListingError, is_archive
from grader.submissions.opening import Archives
from grader.submissions.submission import SOURCE_SUFFIXES


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The file's name, and the kernel's (one of several; none where any name will do).

    `given` are the assignment's own kernels by their path in it, `starter` the path of the one to be changed. A copy of
    one is no student's work: a repository comes with them, and an unchanged starter is nothing handed in. `picks`
    are the files that count for students, by any of their names.
    """

    file_name: str = "matmul.cu"
    kernels: tuple[str, ...] = ()
    given: Mapping[str, bytes] = field(default_factory=dict)
    starter: str = ""
    picks: Mapping[str, str] = field(default_factory=dict)


def wanted_by(assignment: Assignment) -> Wanted:
    """Return what this assignment asks for. Raise `OSError` if its files cannot be read."""
    configs = [unit.config for unit in assignment.units]
    asked = (names for config in configs for names in config.kernels)
    accepted = [(names,) if isinstance(names, str) else names for names in asked]
    named = {
        PurePosixPath(name).as_posix()
        for config in configs
        for name in (config.naive, config.reference, config.submission)
    }
    files = assignment_files(assignment.root)
    files |= {name: assignment.path(name).read_bytes() for name in named if Path(assignment.path(name)).is_file()}
    return Wanted(
        file_name=assignment.submission_name,
        kernels=tuple(dict.fromkeys(name for names in accepted for name in names if name != "auto")),
        given={name: data for name, data in files.items() if name.endswith((".cu", ".cuh"))},
        starter=PurePosixPath(assignment.config.submission).as_posix(),
    )


CALLED = "The file is called"
_MAX_READ = 20
"""How many of a student's files are looked into."""
_MAX_ARCHIVE_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class Choice:
    """The entry to grade and remarks on how it was found, or the problem."""

    entry: ListedFile | None = None
    notes: tuple[str, ...] = ()
    problem: str | None = None


class Chooser:
    """Chooses for one assignment."""

    def __init__(self, wanted: Wanted, archives: Archives) -> None:
        self._wanted = wanted
        self._archives = archives
        self._given: dict[str, list[PurePosixPath]] = {}
        for path, data in wanted.given.items():
            self._given.setdefault(_digest(data), []).append(PurePosixPath(path))

    def choose(self, entries: tuple[ListedFile, ...], *, nested: bool = False) -> Choice:
        """Choose the file with the right name, else the one with the kernel, else what is in the only archive."""
        files = [entry for entry in entries if entry.kind is EntryKind.FILE]
        kernels = [entry for entry in files if entry.name.lower().endswith(".cu") or self._is_named(entry)]
        given = [entry for entry in kernels[:_MAX_READ] if self._is_given(entry)]
        kernels = [entry for entry in kernels if entry not in given]
        named = [entry for entry in kernels if self._is_named(entry)]
        if len(named) == 1:
            return Choice(named[0])
        if len(named) > 1:
            return Choice(problem=f"{len(named)} files are called {self._wanted.file_name}: {_names(named)}")
        if len(kernels) == 1:
            return Choice(kernels[0], notes=(self._wrong_name(kernels[0]),))
        if len(kernels) > 1:
            return self._with_the_kernel(kernels)
        if special := _not_a_file(entries, files):
            return special
        others = [entry for entry in files if entry not in given]
        archives = [entry for entry in others if is_archive(entry.name)]
        if len(archives) == 1 and not nested:
            return self._in_archive(archives[0])
        choice = self._by_content(others)
        if choice.entry is None and given:
            return Choice(problem=f"nothing was handed in: {_names(given)}, as given out, unchanged")
        return choice

    def picked(self, entries: tuple[ListedFile, ...], wanted: str) -> Choice:
        """Choose the file that the instructor has named, by its path or its end, also in the student's archives."""
        files = [entry for entry in entries if entry.kind is EntryKind.FILE]
        inside: list[ListedFile] = []
        for archive in [entry for entry in files if is_archive(entry.name)][:_MAX_READ]:
            with contextlib.suppress(ListingError, OSError):
                inside += self._inside(archive)
        parts = PurePosixPath(wanted).parts
        candidates = [entry for entry in (*files, *inside) if entry.kind is EntryKind.FILE]
        found = [entry for entry in candidates if _path(entry).parts[-len(parts) :] == parts]
        exact = [entry for entry in found if _path(entry).parts == parts or entry.parts == parts]
        if len(exact or found) == 1:
            return Choice((exact or found)[0], notes=(f"The instructor picked {one_line(wanted, 80)}.",))
        if found:
            return Choice(
                problem=f"{len(found)} files end in {one_line(wanted, 80)}, which was picked: {_names(found)}"
            )
        there = _names(candidates) if candidates else "no file"
        return Choice(problem=f"{one_line(wanted, 80)} was picked, and is not there; handed in: {there}")

    def _inside(self, archive: ListedFile) -> list[ListedFile]:
        """Return the content of a student's archive, found at the archive's own path."""
        inner = self._archives.list_nested(archive.read(_MAX_ARCHIVE_BYTES), archive.name)
        return [replace(entry, found_at=f"{archive.found_at or archive.path}/{entry.path}") for entry in inner]

    def _is_named(self, entry: ListedFile) -> bool:
        return entry.name == self._wanted.file_name

    def _is_given(self, entry: ListedFile) -> bool:
        """Return whether this is the assignment's own file: a starter by its text, the others by text and name."""
        if not self._given:
            return False
        try:
            same = self._given.get(_digest(entry.read()), [])
        except (ListingError, OSError):
            return False
        # under the right name it may be handed in, at whatever place
        return any(
            str(path) == self._wanted.starter
            or entry.parts[-len(path.parts) :] == path.parts
            or (entry.name == path.name and not self._is_named(entry))
            for path in same
        )

    def _with_the_kernel(self, candidates: list[ListedFile]) -> Choice:
        """Choose the one file that holds a kernel of the right name."""
        calls = [rb"\b" + re.escape(name.encode()) + rb"\s*\(" for name in self._wanted.kernels]
        texts = ((entry, _text(entry)) for entry in candidates[:_MAX_READ])
        found = [
            entry for entry, text in texts if b"__global__" in text and any(re.search(call, text) for call in calls)
        ]
        if len(found) == 1:
            return Choice(found[0], notes=(self._wrong_name(found[0]),))
        return Choice(
            problem=f"no {self._wanted.file_name}, and {len(candidates)} other .cu files: {_names(candidates)}"
        )

    def _in_archive(self, archive: ListedFile) -> Choice:
        name = one_line(archive.name, 80)
        try:
            inner = self._inside(archive)
        except (ListingError, OSError) as error:
            return Choice(problem=f"the archive {name} cannot be used: {one_line(str(error))}")
        choice = self.choose(tuple(inner), nested=True)
        if choice.entry is None:
            return Choice(problem=f"in the archive {name}: {choice.problem}")
        return replace(choice, notes=(f"Taken from the archive {name}.", *choice.notes))

    def _by_content(self, files: list[ListedFile]) -> Choice:
        """Choose a kernel with another ending (`matmul.cu.txt`, `matmul.cpp`) by its content."""
        candidates = [entry for entry in files if entry.name.lower().endswith(SOURCE_SUFFIXES)][:_MAX_READ]
        kernels = [entry for entry in candidates if b"__global__" in _text(entry) and not self._is_given(entry)]
        if len(kernels) == 1:
            return Choice(kernels[0], notes=(self._wrong_name(kernels[0]),))
        if not files:
            return Choice(problem="nothing was handed in")
        return Choice(problem=f"no .cu file; handed in: {_names(files)}")

    def _wrong_name(self, entry: ListedFile) -> str:
        return f"{CALLED} {one_line(entry.name, 80)}, not {self._wanted.file_name}."


def _not_a_file(entries: tuple[ListedFile, ...], files: list[ListedFile]) -> Choice | None:
    """Return the problem if a link, a closed folder or a pipe lies where a kernel should."""
    links = [entry for entry in entries if entry.kind is EntryKind.LINK and entry.name.lower().endswith(".cu")]
    if links:
        target = one_line(links[0].target, 80)
        return Choice(problem=f"{one_line(links[0].path, 80)} is a link to {target}; links are not followed")
    others = [entry for entry in entries if entry.kind is EntryKind.OTHER]
    closed = next((entry for entry in others if entry.target), None)
    if closed is not None:
        folder = one_line("/".join(closed.parts[:-1]), 80) or "the folder"
        return Choice(problem=f"{folder} cannot be read: {one_line(closed.target, 80)}")
    if others and (not files or any(entry.name.lower().endswith(".cu") for entry in others)):
        return Choice(problem=f"{_names(others)}: no regular file, so nothing to read")
    return None


def _text(entry: ListedFile) -> bytes:
    """Return the file's letters as bytes, nothing if it cannot be read; UTF-16 has a zero between them."""
    try:
        return entry.read().replace(b"\0", b"")
    except (ListingError, OSError):
        return b""


def _digest(data: bytes) -> str:
    """Return a hash that ignores line ends: a download or an editor may have changed these."""
    return hashlib.sha256(b"\n".join(line.rstrip() for line in data.strip().splitlines())).hexdigest()


def _names(entries: list[ListedFile]) -> str:
    shown = ", ".join(one_line(str(PurePosixPath(entry.path)), 60) for entry in entries[:5])
    return f"{shown}, … ({len(entries)} in all)" if len(entries) > 5 else shown


def _path(entry: ListedFile) -> PurePosixPath:
    return PurePosixPath(entry.found_at or entry.path)
