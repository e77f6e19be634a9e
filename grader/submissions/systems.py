"""Layouts: how learning systems and courses name the entries of a download, and whose they are.

The functions of `LAYOUTS` take the entries and the name of the folder or archive that they lie in; a row may also be a
pattern's text, as after `--layout`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.plaintext import one_line
from grader.registry import Registry
from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.groups import (
    Groups,
    HandedIn,
    HandIn,
    LayoutError,
    Student,
    in_folder,
    may_be_a_submission,
    stem,
    student,
    within,
)  # fmt: skip

METADATA = "submission_metadata.yml"
"""The file in which Gradescope says who handed in which folder."""


def find_metadata(entries: list[ListedFile]) -> ListedFile | None:
    """Return Gradescope's file if it lies at the top."""
    return next((entry for entry in entries if entry.parts == (METADATA,) and entry.kind is EntryKind.FILE), None)


class Naming(NamedTuple):
    """How a system calls the files that it exports: `name`, `number` and `file` in `pattern`, `late` where it marks it.

    `other` is the pattern of what it keeps beside files, `mark` a text that all of its names hold, `unlike` the words
    where no name fits. A row without `mark` holds for files at the top alone.
    """

    system: str
    pattern: re.Pattern[str]
    unlike: str
    mark: str = ""
    other: re.Pattern[str] | None = None

    def __call__(self, entries: list[ListedFile], _place: str) -> list[HandIn]:
        """Group the entries by the name and the number that the system gave each student."""
        groups = Groups()
        for entry in entries:
            match = None if in_folder(entry) and not self.mark else self.pattern.match(entry.parts[0])
            named = match or (self.other.match(entry.parts[0]) if self.other is not None else None)
            if named is None:
                groups.add_other(entry, self.system)
                continue
            key = f"{named['name']}_{named['number']}"
            who = (student(named["name"], identifier=named["number"]),)
            if match is None:
                groups.add(key, who, None)
                groups.absent[key] = (
                    f"no file was handed in, only what {self.system} keeps beside files, "
                    "such as text typed into its form"
                )
                continue
            name = re.sub(_RESUBMISSION, "", match["file"], count=1) if not self.mark else match["file"] or entry.name
            groups.add(key, who, within(entry) if in_folder(entry) else entry.called((name,)))
            if match.groupdict().get("late"):
                groups.when[key] = HandedIn(late=True)
        return groups.all()

    def fits(self, entries: list[ListedFile]) -> bool:
        """Tell whether one name at least is as the system makes it."""
        if self.mark:
            return any(self.mark in entry.parts[0] for entry in entries)
        return any(len(entry.parts) == 1 and self.pattern.match(entry.name) for entry in entries)


_RESUBMISSION = r"-\d+(?=(\.\w+)*$)"
"""What Canvas appends to a file that was handed in again: `-1` before the ending."""
CANVAS = Naming(
    "Canvas",
    re.compile(r"^(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d+)_(?P<submission>\d+)_(?P<file>.+)$"),
    "no file is called as Canvas calls them (lovelaceada_4711_20481_matmul.cu)",
)
MOODLE = Naming(
    "Moodle",
    re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)$"),
    "nothing is called as Moodle calls it (Ada Lovelace_4711_assignsubmission_file_)",
    mark="_assignsubmission_",
    other=re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?!file)\w"),
)


def github(entries: list[ListedFile], place: str) -> list[HandIn]:
    """Group clones side by side: the assignment's name that they all begin with is cut off."""
    folders = {entry.parts[0] for entry in entries if in_folder(entry)}
    clones = {entry.parts[0] for entry in entries if entry.kind is EntryKind.MARKER and len(entry.parts) == 2}
    empty = {entry.parts[0] for entry in entries if entry.kind is EntryKind.FOLDER and len(entry.parts) == 1}
    prefix = assignment_prefix(sorted(clones | empty), place) if clones else ""
    prefix = prefix or assignment_prefix(sorted(clones or folders), place)
    groups = Groups()
    for entry in entries:
        if in_folder(entry):
            name = login(entry.parts[0], prefix)
            groups.add(entry.parts[0], (student(name, login=name),), within(entry))
    return groups.all()


def folders(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """Group by folders; a file or an archive between them is a student's, too."""
    groups = Groups()
    for entry in entries:
        groups.add_by_name(entry)
    return groups.all()


def files(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """Group by files, each named after its student."""
    groups = Groups()
    for entry in entries:
        if may_be_a_submission(entry):
            groups.add(entry.path, (student(stem(entry.name)),), entry)
    return groups.all()


def people_in_names(entries: list[ListedFile]) -> set[str]:
    """Return the people whom Canvas or Moodle names in the files' names."""
    top = (entry.name for entry in entries if len(entry.parts) == 1)
    matches = [match for name in top if (match := CANVAS.pattern.match(name) or MOODLE.pattern.match(name))]
    return {match["name"] for match in matches}


Splitter = Callable[[list[ListedFile], str], Sequence[HandIn]]

LAYOUTS: Registry[Splitter | str] = Registry(
    "grader.layouts",
    {
        "gradescope": "grader.courses.gradescope:layout",
        "canvas": "grader.submissions.systems:CANVAS",
        "moodle": "grader.submissions.systems:MOODLE",
        "github": "grader.submissions.systems:github",
        "folders": "grader.submissions.systems:folders",
        "files": "grader.submissions.systems:files",
    },
)


_MANY = 4
"""So many logins that begin with the same word by chance are not to be expected."""


def assignment_prefix(folders: list[str], place: str) -> str:
    """Return the beginning of the folders' names before the logins, with its `-`; empty if it is not known.

    `place` is the folder around them: `gh classroom clone` calls it `<assignment>-submissions`. Without that, only the
    names are left to go by. A login cut short could be another student's; one with a word too many is no student's. A
    common beginning is taken up to its last part with a digit in it (`hw1-`, `lab-3-`), or whole when there are many
    names, or else up to its first `-`.
    """
    slug = place.removesuffix("-submissions") + "-"
    if place.endswith("-submissions") and sum(folder.startswith(slug) for folder in folders) * 2 > len(folders):
        return slug
    candidates = _common_prefixes(sorted(folders))
    numbered = [prefix for prefix in candidates if re.search(r"\d[^-]*-$", prefix)]
    if numbered:
        return numbered[-1]
    if not candidates:
        return ""
    return candidates[-1] if len(folders) >= _MANY else candidates[0]


def login(folder: str, prefix: str) -> str:
    """Return the folder's name without the prefix, if it has it."""
    return folder.removeprefix(prefix) or folder


def _common_prefixes(folders: list[str]) -> list[str]:
    """Return the beginnings of all names that end in `-`, shortest first; none if there is one name only."""
    if len(folders) < 2:
        return []
    first, last = folders[0], folders[-1]  # sorted: what these two share, all share
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return [first[: dash.end()] for dash in re.finditer("-", first[:length])]


def by_pattern(entries: list[ListedFile], text: str) -> list[HandIn]:
    """Group files that fit the pattern, and add an empty group for each student's folder in which none does."""
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
    """Return the students in whose folders these lie, if the pattern says which those are."""
    elsewhere: _Elsewhere = {}
    for entry in entries:
        is_folder = entry.kind is EntryKind.FOLDER
        found = pattern.folder(entry.parts if is_folder else entry.parts[:-1])
        if found is not None:
            names = elsewhere.setdefault(found.key, (_in_pattern(found.names), []))[1]
            names += [] if is_folder else [one_line(entry.name, 60)]
    return elsewhere


def _beside(entries: list[ListedFile], places: set[tuple[str, ...]]) -> _Elsewhere:
    """Return the folders beside those of students found, as those of students with these names."""
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
        """Return the values of the pattern's names in the path of a file, if it fits."""
        return _found(self._file.fullmatch("/".join(parts)), parts)

    def folder(self, parts: tuple[str, ...]) -> PatternMatch | None:
        """Return the same for a student's folder on this path; None if the pattern has none."""
        if self._folder is None or len(parts) < self._levels:
            return None
        return _found(self._folder.fullmatch("/".join(parts[: self._levels])), parts)

    @property
    def crosses_folders(self) -> bool:
        """True if students' folders may lie at several depths: then only those beside others are known."""
        return self._folder is None


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """What the names of a pattern stand for, and the folder that holds the part called after the student."""

    names: Mapping[str, str]
    place: tuple[str, ...]

    @property
    def key(self) -> str:
        """A key that keeps people of one name in different folders apart."""
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
