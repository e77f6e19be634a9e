"""A layout of the user's own: the files that fit a pattern with `{student}` in it."""

from __future__ import annotations

from collections.abc import Mapping

from grader.collecting.entries import Entry, EntryKind
from grader.collecting.groups import Group, Groups, LayoutError
from grader.collecting.patterns import Pattern, PatternError
from grader.collecting.students import Student, student
from grader.plaintext import one_line


def by_pattern(entries: list[Entry], text: str) -> list[Group]:
    """The files that fit the pattern, and a group without files for each student's folder in which none does."""
    try:
        pattern = Pattern(text)
    except PatternError as error:
        raise LayoutError(f"--layout {text}: {error}") from error
    groups = Groups()
    others: list[Entry] = []
    places: set[tuple[str, ...]] = set()
    for entry in entries:
        found = None if entry.kind is EntryKind.FOLDER else pattern.file(entry.parts)
        if found is None:
            others.append(entry)
        else:
            groups.add(found.key, (_in_pattern(found.names),), entry)
            places.add(found.place)
    if not groups.by_key:
        example = one_line(entries[0].path, 80) if entries else "nothing"
        raise LayoutError(f"--layout {text}: no file matches; there is, for example, {example}")
    elsewhere = _beside(others, places) if pattern.crosses_folders else _in_folders(others, pattern)
    for key, (who, names) in elsewhere.items():
        if key not in groups.by_key:
            groups.add(key, (who,), None)
            groups.absent[key] = (
                f"no file fits --layout {one_line(text, 80)}; handed in: {', '.join(names[:5]) or 'nothing'}"
            )
    return groups.all()


_Elsewhere = dict[str, tuple[Student, list[str]]]
"""By key, a student and the names of files that do not fit a pattern."""


def _in_folders(entries: list[Entry], pattern: Pattern) -> _Elsewhere:
    """The students in whose folders these lie, where the pattern says which those are."""
    elsewhere: _Elsewhere = {}
    for entry in entries:
        is_folder = entry.kind is EntryKind.FOLDER
        found = pattern.folder(entry.parts if is_folder else entry.parts[:-1])
        if found is not None:
            names = elsewhere.setdefault(found.key, (_in_pattern(found.names), []))[1]
            names += [] if is_folder else [one_line(entry.name, 60)]
    return elsewhere


def _beside(entries: list[Entry], places: set[tuple[str, ...]]) -> _Elsewhere:
    """The folders that lie beside those of students found, as theirs who are called so."""
    above = {place[:levels] for place in places for levels in range(len(place) + 1)}
    elsewhere: _Elsewhere = {}
    for entry in entries:
        is_folder = entry.kind is EntryKind.FOLDER
        folder = entry.parts if is_folder else entry.parts[:-1]
        for levels in range(1, len(folder) + 1):
            if folder[: levels - 1] in places and folder[:levels] not in above:
                key = "/".join(folder[:levels])
                names = elsewhere.setdefault(key, (student(folder[levels - 1]), []))[1]
                names += [] if is_folder else [one_line(entry.name, 60)]
                break
    return elsewhere


def _in_pattern(names: Mapping[str, str]) -> Student:
    return student(names["student"], email=names.get("email", ""), identifier=names.get("id", ""))
