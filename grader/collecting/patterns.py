"""Layouts as patterns: `*` and `?` within a folder, `**` across folders, `{student}`, `{email}`, `{id}` named parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

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

    def file(self, parts: tuple[str, ...]) -> Found | None:
        """What the pattern's names stand for in the path of a file, where it fits."""
        return _found(self._file.fullmatch("/".join(parts)), parts)

    def folder(self, parts: tuple[str, ...]) -> Found | None:
        """The same for a student's folder, which these parts lead to or into; None where the pattern tells none."""
        if self._folder is None or len(parts) < self._levels:
            return None
        return _found(self._folder.fullmatch("/".join(parts[: self._levels])), parts)

    @property
    def crosses_folders(self) -> bool:
        """Whether students' folders may lie at several depths: then only those beside others can be told."""
        return self._folder is None


@dataclass(frozen=True, slots=True)
class Found:
    """What the names of a pattern stand for, and the folder that holds the part called after the student."""

    names: Mapping[str, str]
    place: tuple[str, ...]

    @property
    def key(self) -> str:
        """Who this is, apart from people of the same name in other folders."""
        return "/".join((*self.place, *self.names.values()))


def _found(match: re.Match[str] | None, parts: tuple[str, ...]) -> Found | None:
    if match is None:
        return None
    levels = match.string.count("/", 0, match.start("student"))
    return Found(match.groupdict(default=""), parts[:levels])


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
