"""Several paths that are one student's each, as the shell makes them of `clones/*`: their names are the students'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.github import assignment_prefix, login
from grader.submissions.groups import LayoutError, stem
from grader.submissions.layouts import split
from grader.submissions.students import Student, student

Listing = tuple[Path, list[ListedFile]]
"""A folder or an archive that was given, and what is in it."""


def owners(listings: Sequence[Listing], layout: str, file_name: str) -> dict[Path, Student]:
    """The paths that are one student's each as a whole, and whose; the others hold a class.

    A repository with one file to hand in is its owner's. Paths that lie side by side are their owners' when most of
    them have one student's files, and half of those for certain: then also one with several (somebody handed in too
    much), and one with none.
    """
    if layout not in ("auto", "github"):
        return {}
    by_place: dict[Path, list[Listing]] = {}
    for path, entries in listings:
        by_place.setdefault(path.resolve().parent, []).append((path, entries))
    found: dict[Path, Student] = {}
    for place, side_by_side in by_place.items():
        found |= _named(_owned(side_by_side, len(listings) == 1, file_name), place.name, layout)
    return found


def _owned(listings: list[Listing], is_alone: bool, file_name: str) -> list[Listing]:
    heads = Counter(head for _, entries in listings for head in {entry.parts[0] for entry in entries})
    filled = [path for path, entries in listings if entries]
    certain = {path for path, entries in listings if entries and _is_certain(entries, heads, file_name)}
    single = certain | {path for path, entries in listings if entries and _is_single(path, entries, file_name)}
    empty = len(listings) - len(filled)
    if len(listings) > 1 and 2 * len(certain) >= len(single) > 0 and (len(single) + empty) * 3 >= len(listings) * 2:
        return listings
    return [
        (path, entries)
        for path, entries in listings
        if (path in certain and _is_clone(entries)) or not (entries or is_alone)
    ]


def _is_certain(entries: list[ListedFile], heads: Counter[str], file_name: str) -> bool:
    """A repository, or the file as the assignment calls it, once: on top, or in folders like the others' (`src`)."""
    files = [entry.name for entry in entries if entry.kind is EntryKind.FILE]
    if _is_clone(entries):  # a class may be kept in a repository, too
        return files.count(file_name) == 1 or sum(name.lower().endswith(".cu") for name in files) <= 1
    folders = {entry.parts[0] for entry in entries if len(entry.parts) > 1}
    at_the_top = any(entry.parts == (file_name,) for entry in entries)
    return files.count(file_name) == 1 and (at_the_top or all(heads[folder] > 1 for folder in folders))


def _is_single(path: Path, entries: list[ListedFile], file_name: str) -> bool:
    """One file or one folder to hand in, so that it may be a student's or a class of one."""
    try:
        used, groups = split(entries, "auto", file_name, path.resolve().name)
    except LayoutError:
        return False
    return used in ("folders", "files") and len(groups) <= 1


def _is_clone(entries: list[ListedFile]) -> bool:
    return any(entry.kind is EntryKind.MARKER and len(entry.parts) == 1 for entry in entries)


def _named(owned: list[Listing], place: str, layout: str) -> dict[Path, Student]:
    names = {path: stem(path.resolve().name) for path, _ in owned}
    clones = [names[path] for path, entries in owned if layout == "github" or _is_clone(entries)]
    prefix = assignment_prefix(sorted(clones), place)
    found = {}
    for path, name in names.items():
        is_login = name in clones or (prefix and name.startswith(prefix))
        found[path] = student(login(name, prefix), login=login(name, prefix)) if is_login else student(name)
    return found
