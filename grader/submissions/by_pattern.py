"""A layout of the user's own: the files that fit a pattern with `{student}` in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grader.plaintext import one_line
from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.groups import Groups, HandIn, LayoutError
from grader.submissions.students import Student, student


def by_pattern(entries: list[ListedFile], text: str) -> list[HandIn]:
    """The files that fit the pattern, and a group without files for each student's folder in which none does."""
    try:
        pattern = Pattern(text)
    except PatternError as error:
        raise LayoutError(f"--layout {text}: {error}") from error
    groups = Groups()
    others: list[ListedFile] = []
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


def _in_folders(entries: list[ListedFile], pattern: Pattern) -> _Elsewhere:
    """The students in whose folders these lie, where the pattern says which those are."""
    elsewhere: _Elsewhere = {}
    for entry in entries:
        is_folder = entry.kind is EntryKind.FOLDER
        found = pattern.folder(entry.parts if is_folder else entry.parts[:-1])
        if found is not None:
            names = elsewhere.setdefault(found.key, (_in_pattern(found.names), []))[1]
            names += [] if is_folder else [one_line(entry.name, 60)]
    return elsewhere


def _beside(entries: list[ListedFile], places: set[tuple[str, ...]]) -> _Elsewhere:
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


_PARTS = re.compile(r"\{(\w+)\}|\*\*/|\*\*|\*|\?|[^{*?]+|.")
_FIXED = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_NAMES = ("student", "email", "id")


class PatternError(Exception):
    """The pattern is no pattern; the message says why."""


class Pattern:
    """A pattern for paths of files, and for the folders of students above them."""

    def __init__(self, text: str) -> None:
        self._file = _compiled(text)
        self._folder: re.Pattern[str] | None = None
        self._levels = 0
        parts = text.split("/")
        levels = next(index for index, part in enumerate(parts, start=1) if "{student}" in part)
        if levels < len(parts) and not any("**" in part for part in parts[:levels]):
            self._folder, self._levels = _compiled("/".join(parts[:levels])), levels

    def file(self, parts: tuple[str, ...]) -> PatternMatch | None:
        """What the pattern's names stand for in the path of a file, where it fits."""
        return _found(self._file.fullmatch("/".join(parts)), parts)

    def folder(self, parts: tuple[str, ...]) -> PatternMatch | None:
        """The same for a student's folder, which these parts lead to or into; None where the pattern tells none."""
        if self._folder is None or len(parts) < self._levels:
            return None
        return _found(self._folder.fullmatch("/".join(parts[: self._levels])), parts)

    @property
    def crosses_folders(self) -> bool:
        """Whether students' folders may lie at several depths: then only those beside others can be told."""
        return self._folder is None


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """What the names of a pattern stand for, and the folder that holds the part called after the student."""

    names: Mapping[str, str]
    place: tuple[str, ...]

    @property
    def key(self) -> str:
        """Who this is, apart from people of the same name in other folders."""
        return "/".join((*self.place, *self.names.values()))


def _found(match: re.Match[str] | None, parts: tuple[str, ...]) -> PatternMatch | None:
    if match is None:
        return None
    levels = match.string.count("/", 0, match.start("student"))
    return PatternMatch(match.groupdict(default=""), parts[:levels])


def _compiled(text: str) -> re.Pattern[str]:
    parts = []
    seen = set()
    for match in _PARTS.finditer(text):
        name = match[1]
        if name is None:
            parts.append(_FIXED.get(match[0], re.escape(match[0])))
        elif name not in _NAMES:
            raise PatternError(f"{{{name}}} is not one of {{student}}, {{email}}, {{id}}")
        elif name in seen:
            raise PatternError(f"{{{name}}} is there twice; give * where the same text may stand again")
        else:
            seen.add(name)
            parts.append(f"(?P<{name}>[^/]+?)")
    return re.compile("".join(parts))
