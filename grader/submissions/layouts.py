"""Find which files of a download belong to which student.

`owners` finds which of several paths (`clones/*`) are one student's each as a whole; `split` sorts the files of the
others by student.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from grader.plaintext import one_line
from grader.submissions.entries import (
    EntryKind,
    HandIn,
    LayoutError,
    ListedFile,
    Student,
    in_folder,
    may_be_a_submission,
    stem,
    student,
    whole,
)
from grader.submissions.systems import (
    CANVAS,
    LAYOUTS,
    MOODLE,
    assignment_prefix,
    by_pattern,
    find_metadata,
    gradescope_export,
    login,
    people_in_names,
)  # fmt: skip

_DOWNLOADS: dict[str, Callable[[list[ListedFile]], object]] = {
    "gradescope": find_metadata, "canvas": CANVAS.fits, "moodle": MOODLE.fits,
}  # fmt: skip
"""By name, what finds at least one name of the system's form."""
_LATE = re.compile(r"^late([ _-]?submissions?)?$", re.IGNORECASE)
_GRADESCOPE_EXPORT = re.compile(r"^assignment_\d+_export$")
_UNLIKE = {"canvas": CANVAS.unlike, "moodle": MOODLE.unlike, "github": "there is no folder"}


def split(entries: list[ListedFile], layout: str, file_name: str, title: str) -> tuple[str, list[HandIn]]:
    """Return the layout used and the groups. `layout` is `auto`, a name of `LAYOUTS` or a pattern.

    `file_name` is what the assignment calls the submission, `title` the name of the folder or archive given.
    """
    if "{student}" in layout:
        return layout, by_pattern(entries, layout)
    if layout != "auto" and layout not in LAYOUTS:
        known = ", ".join(LAYOUTS.names)
        raise LayoutError(f"--layout {layout}: expected one of {known}, or a pattern with {{student}} in it")
    if layout != "auto" and isinstance(pattern := LAYOUTS[layout], str):
        return layout, by_pattern(entries, pattern)
    asked = layout
    place = title
    if layout != "files":
        entries, place = _without_wrapper(entries, layout, file_name, title)
    entries, late = _with_late(entries, file_name)
    if layout == "auto":
        if (handed_in := gradescope_export(entries)) is not None:
            return "gradescope", handed_in
        layout = detect(entries, file_name)
    if layout == "files" and _holds(entries, file_name):
        return layout, [whole(entries, student(stem(title)), title)]
    groups = LAYOUTS.using(layout, lambda row: [] if isinstance(row, str) else list(row(entries, place)))
    if asked in _UNLIKE and entries and all(group.notes for group in groups):
        example = one_line(entries[0].path, 80)
        raise LayoutError(f"--layout {asked}: {_UNLIKE[asked]}; there is, for example, {example}")
    return layout, [
        replace(group, when=replace(group.when, late=True))
        if any(entry.found_at in late for entry in group.entries)
        else group
        for group in groups
    ]


def _with_late(entries: list[ListedFile], file_name: str) -> tuple[list[ListedFile], frozenset[str]]:
    """Return the entries with those of a folder `LATE` moved beside the others, and their original places.

    A folder of that name that holds one person's files is that person's.
    """
    heads = {entry.parts[0] for entry in entries if _LATE.match(entry.parts[0])}
    late: set[str] = set()
    for head in heads:
        behind = [entry for entry in entries if entry.parts[0] == head]
        inner = [inside for entry in behind if (inside := entry.inside)]
        people = any(in_folder(entry) or may_be_a_submission(entry) for entry in inner)
        is_own = _is_clone(inner) or _holds(inner, file_name)
        if len(inner) == len(behind) < len(entries) and people and not is_own:
            late.update(entry.found_at for entry in inner)
            entries = [entry for entry in entries if entry.parts[0] != head] + inner
    return entries, frozenset(late)


def detect(entries: list[ListedFile], file_name: str) -> str:
    """Return the layout that fits the names; Gradescope's is known by a file instead."""
    top = [entry for entry in entries if len(entry.parts) == 1 and entry.kind is EntryKind.FILE]
    heads = {entry.parts[0] for entry in entries if entry.kind is not EntryKind.OTHER}
    if any(MOODLE.mark in head for head in heads):
        return "moodle"
    if top and sum(bool(CANVAS.pattern.match(entry.name)) for entry in top) > len(top) // 2:
        return "canvas"
    if any(entry.kind is EntryKind.MARKER and len(entry.parts) == 2 for entry in entries):
        return "github"
    if any(len(entry.parts) > 1 for entry in entries):
        return "folders"
    empty_folders = any(entry.kind is EntryKind.FOLDER for entry in entries)
    return "folders" if empty_folders and not _holds(entries, file_name) else "files"


def _holds(entries: list[ListedFile], file_name: str) -> bool:
    return any(entry.parts == (file_name,) for entry in entries)


def _without_wrapper(
    entries: list[ListedFile], layout: str, file_name: str, title: str
) -> tuple[list[ListedFile], str]:
    """Return the entries inside a download's only folder, if it is no student's, and that folder's name.

    A folder that is alone may also be a student's, who must not get another name by its content: it is taken for
    a wrapper only where several people's files seem to lie in it.
    """
    inner, place, levels = entries, title, 0
    while not (
        _DOWNLOADS[layout](inner) if layout in _DOWNLOADS else levels and _are_several(inner, levels, place, file_name)
    ):
        heads = {entry.parts[0] for entry in inner}
        if len(heads) != 1 or any(len(entry.parts) == 1 for entry in inner):
            return entries, title
        place = next(iter(heads))
        inner, levels = [inside for entry in inner if (inside := entry.inside)], levels + 1
        if layout not in _DOWNLOADS and (MOODLE.mark in place or _is_one_students(inner, file_name)):
            return entries, title
    return inner, place


def _are_several(entries: list[ListedFile], levels: int, place: str, file_name: str) -> bool:
    """Return whether these seem to be files of several people, or Gradescope's own folder."""
    if find_metadata(entries) is not None:
        return levels == 1 and _GRADESCOPE_EXPORT.match(place) is not None
    people = {entry.parts[0] for entry in entries if in_folder(entry) or may_be_a_submission(entry)}
    return len(people | people_in_names(entries)) > 1 and not _is_one_students(entries, file_name)


def _is_one_students(entries: list[ListedFile], file_name: str) -> bool:
    """Return whether it is a repository, a folder with the file of the right name or one kernel, or files only."""
    top = [entry for entry in entries if not in_folder(entry)]
    kernels = [entry for entry in top if entry.name.lower().endswith(".cu")]
    if _is_clone(top) or _holds(top, file_name) or len(kernels) == 1:
        return True
    return len(top) == len(entries) and not kernels and len(people_in_names(top)) < 2


Listing = tuple[Path, list[ListedFile]]
"""A folder or an archive that was given, and what is in it."""


def owners(listings: Sequence[Listing], layout: str, file_name: str) -> dict[Path, Student]:
    """Return the paths that are one student's each as a whole, and whose; the others hold a class.

    A repository with one file to hand in is its owner's. Paths that lie side by side are their owners' when most of
    them have one student's files, and half of those for certain: then also one with several (a student handed in too
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
    single = set(certain)
    for path, entries in listings:
        with contextlib.suppress(LayoutError):  # one file or folder to hand in: a student's, or a class of one
            if entries and path not in certain:
                used, groups = split(entries, "auto", file_name, path.resolve().name)
                single |= {path} if used in ("folders", "files") and len(groups) <= 1 else set()
    empty = len(listings) - len(filled)
    if len(listings) > 1 and 2 * len(certain) >= len(single) > 0 and (len(single) + empty) * 3 >= len(listings) * 2:
        return listings
    return [
        (path, entries)
        for path, entries in listings
        if (path in certain and _is_clone(entries)) or not (entries or is_alone)
    ]


def _is_certain(entries: list[ListedFile], heads: Counter[str], file_name: str) -> bool:
    """Return whether it is a repository, or has the right file once, on top or in folders like others' (`src`)."""
    files = [entry.name for entry in entries if entry.kind is EntryKind.FILE]
    if _is_clone(entries):  # a class may be kept in a repository, too
        return files.count(file_name) == 1 or sum(name.lower().endswith(".cu") for name in files) <= 1
    folders = {entry.parts[0] for entry in entries if len(entry.parts) > 1}
    placed = _holds(entries, file_name) or all(heads[folder] > 1 for folder in folders)
    return files.count(file_name) == 1 and placed


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
