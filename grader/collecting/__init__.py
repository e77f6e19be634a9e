"""From the paths on the command line to one row for each student, with the file to grade or why there is none.

`collect` is the door. `entries` lists folders and archives safely, `siblings` tells which paths are one student's
as a whole, `layouts` whose files are whose in the others, and this module chooses each student's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.collecting.entries import Entry, EntryKind, ListingError, is_archive, list_entries, list_nested
from grader.collecting.gradescope import METADATA, find_metadata
from grader.collecting.layouts import Group, LayoutError, split, whole
from grader.collecting.siblings import owners
from grader.collecting.students import Student, folder_name, student
from grader.plaintext import one_line
from grader.submission import (
    SOURCE_SUFFIXES,
    SubmissionError,
    SubmissionFile,
    TooLargeError,
    decode_submission,
    read_submission,
)

__all__ = ["Collected", "LayoutError", "ListingError", "Student", "collect", "collect_one", "folder_name", "student"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """One student's row: a submission to grade, or the problem that leaves none. `origin` is the path it came from."""

    student: Student
    origin: str
    submission: SubmissionFile | None = None
    problem: str | None = None


_CALLED = "The file is called"


@dataclass(frozen=True, slots=True)
class _Choice:
    """The entry to grade and remarks on how it was found, or the problem."""

    entry: Entry | None = None
    notes: tuple[str, ...] = ()
    problem: str | None = None


def collect(
    paths: Iterable[Path], *, file_name: str = "matmul.cu", layout: str = "auto", without: Path | None = None
) -> list[Collected]:
    """A row for each student below the paths, in order of the paths and of the names in them.

    `without` is a folder that is left out where it is one of the paths or lies below one: the batch's own output.

    Raises `SubmissionError` for a path that does not exist, `ListingError` for an archive that cannot be read and
    `LayoutError` for a layout that does not fit.
    """
    own = without.resolve() if without is not None else None
    given = [(path, _listed(path, without)) for path in paths if path.resolve() != own]
    owned = owners([(path, entries) for path, entries in given if entries is not None], layout, file_name)
    rows: list[Collected] = []
    for path, entries in given:
        if entries is None:
            rows.append(_single_file(path, file_name))
        elif path in owned:
            rows += _rows(whole(entries, owned[path]), file_name, path)
        else:
            _, groups = split(entries, layout, file_name, path.resolve().name)
            rows += [row for group in groups for row in _rows(group, file_name, path)]
    return rows


def collect_one(folder: Path, name: str, *, file_name: str = "matmul.cu") -> Collected:
    """The row of the one student whose files lie in this folder."""
    entries = list_entries(folder)
    return _rows(whole(entries, student(name)), file_name, folder)[0]


def _listed(path: Path, without: Path | None) -> list[Entry] | None:
    """What lies in a folder or an archive; None for a single file."""
    if not path.exists():
        raise SubmissionError(f"{path}: no such file or folder")
    if not path.is_file() and not path.is_dir():
        raise SubmissionError(f"{path} is no regular file and no folder")
    return None if path.is_file() and not is_archive(path.name) else _without(list_entries(path), path, without)


def _without(entries: list[Entry], root: Path, folder: Path | None) -> list[Entry]:
    """The entries that are not in the folder."""
    if folder is None or not folder.resolve().is_relative_to(root.resolve()):
        return entries
    parts = folder.resolve().relative_to(root.resolve()).parts
    return [entry for entry in entries if entry.parts[: len(parts)] != parts]


def _single_file(path: Path, file_name: str) -> Collected:
    """A file called after the student, or called as the assignment says in a folder called after the student."""
    absolute = path.absolute()
    owner = student(absolute.parent.name if path.name == file_name else path.stem)
    submission = read_submission(path, student=owner.name)
    return Collected(student=owner, origin=one_line(str(path), 400), submission=submission)


def _rows(group: Group, file_name: str, root: Path) -> list[Collected]:
    choice = _choose(group.entries, file_name)
    if group.named_after_student:
        choice = replace(choice, notes=tuple(note for note in choice.notes if not note.startswith(_CALLED)))
    origin = one_line(str(root / group.folder), 400)
    if choice.entry is None:
        problem = group.absent or choice.problem
        if find_metadata(list(group.entries)) is not None:
            problem = (
                f"{problem} ({METADATA} is among the files: if Gradescope exported this, give --layout gradescope)"
            )
        choice = replace(choice, problem=problem)
        return [Collected(student=who, origin=origin, problem=choice.problem) for who in group.students]
    try:
        submission = _read(choice.entry, root)
    except (ListingError, OSError) as error:
        return [Collected(student=who, origin=origin, problem=one_line(str(error))) for who in group.students]
    rows = []
    for who in group.students:
        mine = replace(submission, student=who.name, notes=(*group.notes, *choice.notes, *submission.notes))
        rows.append(Collected(student=who, origin=one_line(str(submission.path), 400), submission=mine))
    return rows


def _read(entry: Entry, root: Path) -> SubmissionFile:
    path = root / one_line(entry.found_at or entry.path, 300)
    try:
        return decode_submission(entry.read(), path=path)
    except TooLargeError as error:
        return SubmissionFile(path=path, source="", sha256=error.sha256, problem=str(error))


def _choose(entries: tuple[Entry, ...], file_name: str, nested: bool = False) -> _Choice:
    """The file with the right name, else the only CUDA file, else what is in the only archive."""
    files = [entry for entry in entries if entry.kind is EntryKind.FILE]
    named = [entry for entry in files if entry.name == file_name]
    kernels = [entry for entry in files if entry.name.lower().endswith(".cu")]
    if len(named) == 1:
        return _Choice(named[0])
    if len(named) > 1:
        return _Choice(problem=f"{len(named)} files are called {file_name}: {_names(named)}")
    if len(kernels) == 1:
        return _Choice(kernels[0], notes=(_wrong_name(kernels[0], file_name),))
    if len(kernels) > 1:
        return _Choice(problem=f"no {file_name}, and {len(kernels)} other .cu files: {_names(kernels)}")
    links = [entry for entry in entries if entry.kind is EntryKind.LINK and entry.name.lower().endswith(".cu")]
    if links:
        target = one_line(links[0].target, 80)
        return _Choice(problem=f"{one_line(links[0].path, 80)} is a link to {target}; links are not followed")
    others = [entry for entry in entries if entry.kind is EntryKind.OTHER]
    if others and (not files or any(entry.name.lower().endswith(".cu") for entry in others)):
        return _Choice(problem=f"{_names(others)}: no regular file, so nothing to read")
    archives = [entry for entry in files if is_archive(entry.name)]
    if len(archives) == 1 and not nested:
        return _choose_in_archive(archives[0], file_name)
    return _choose_by_content(files, file_name)


def _choose_in_archive(archive: Entry, file_name: str) -> _Choice:
    name = one_line(archive.name, 80)
    try:
        inner = list_nested(archive.read(16 << 20), archive.name)
    except (ListingError, OSError) as error:
        return _Choice(problem=f"the archive {name} cannot be used: {one_line(str(error))}")
    choice = _choose(tuple(inner), file_name, nested=True)
    if choice.entry is None:
        return _Choice(problem=f"in the archive {name}: {choice.problem}")
    inside = replace(choice.entry, found_at=f"{archive.found_at or archive.path}/{choice.entry.path}")
    return replace(choice, entry=inside, notes=(f"Taken from the archive {name}.", *choice.notes))


def _choose_by_content(files: list[Entry], file_name: str) -> _Choice:
    """A kernel with another ending (`matmul.cu.txt`, `matmul.cpp`), told by what is in it."""
    candidates = [entry for entry in files if entry.name.lower().endswith(SOURCE_SUFFIXES)][:20]
    kernels = [entry for entry in candidates if _has_kernel(entry)]
    if len(kernels) == 1:
        return _Choice(kernels[0], notes=(_wrong_name(kernels[0], file_name),))
    if not files:
        return _Choice(problem="nothing was handed in")
    return _Choice(problem=f"no .cu file; handed in: {_names(files)}")


def _has_kernel(entry: Entry) -> bool:
    try:
        return b"__global__" in entry.read().replace(b"\0", b"")  # UTF-16 has a zero between the letters
    except (ListingError, OSError):
        return False


def _wrong_name(entry: Entry, file_name: str) -> str:
    return f"{_CALLED} {one_line(entry.name, 80)}, not {file_name}."


def _names(entries: list[Entry]) -> str:
    shown = ", ".join(one_line(str(PurePosixPath(entry.path)), 60) for entry in entries[:5])
    return f"{shown}, … ({len(entries)} in all)" if len(entries) > 5 else shown
