"""Layouts: how learning systems and courses name the entries of a download, and whose they are.

The functions of `LAYOUTS` take the entries and the name of the folder or archive that they lie in; a row may also be a
pattern's text, as after `--layout`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from grader.assignment import AssignmentError
from grader.assignment.lateness import duration_of, time_of
from grader.assignment.yaml_source import Document, YamlBuilder, YamlLocation
from grader.plaintext import one_line
from grader.registry import Registry
from grader.submissions.entries import (
    EntryKind,
    Groups,
    HandedIn,
    HandIn,
    LayoutError,
    ListedFile,
    ListingError,
    Student,
    in_folder,
    may_be_a_submission,
    stem,
    student,
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
            groups.add(key, who, entry.inside if in_folder(entry) else entry.called((name,)))
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
            groups.add(entry.parts[0], (student(name, login=name),), entry.inside)
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
        "gradescope": "grader.submissions.systems:gradescope",
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
    # letter by letter; one name alone shares nothing
    shared = os.path.commonprefix(folders) if len(folders) > 1 else ""  # noqa: RUF071
    candidates = [shared[: dash.end()] for dash in re.finditer("-", shared)]
    numbered = [prefix for prefix in candidates if re.search(r"\d[^-]*-$", prefix)]
    if numbered:
        return numbered[-1]
    if not candidates:
        return ""
    return candidates[-1] if len(folders) >= _MANY else candidates[0]


def login(folder: str, prefix: str) -> str:
    """Return the folder's name without the prefix, if it has it."""
    return folder.removeprefix(prefix) or folder


def by_pattern(entries: list[ListedFile], text: str) -> list[HandIn]:
    """Group files that fit the pattern, and add an empty group for each student's folder in which none does."""
    pattern, parts = _compiled(text), text.split("/")
    levels = next(index for index, part in enumerate(parts, start=1) if "{student}" in part)
    # where students' folders may lie at several depths, only those beside others are known
    crosses_folders = levels == len(parts) or any("**" in part for part in parts[:levels])
    folder = None if crosses_folders else _compiled("/".join(parts[:levels]))
    groups = Groups()
    others: list[ListedFile] = []
    places: set[tuple[str, ...]] = set()
    for entry in entries:
        found = None if entry.kind is EntryKind.FOLDER else _matched(pattern, entry.parts)
        if found is None:
            others.append(entry)
        else:
            key, who, place = found
            groups.add(key, (who,), entry)
            places.add(place)
    if not groups.by_key:
        example = one_line(entries[0].path, 80) if entries else "nothing"
        raise LayoutError(f"--layout {text}: no file matches; there is, for example, {example}")
    above = {place[:depth] for place in places for depth in range(len(place) + 1)}
    elsewhere: dict[str, tuple[Student, list[str]]] = {}
    for entry in others:
        is_folder = entry.kind is EntryKind.FOLDER
        way = entry.parts if is_folder else entry.parts[:-1]
        found = _matched(folder, way[:levels]) if folder is not None else _beside(way, places, above)
        if found is not None:
            names = elsewhere.setdefault(found[0], (found[1], []))[1]
            names += [] if is_folder else [one_line(entry.name, 60)]
    for key, (who, names) in elsewhere.items():
        if key not in groups.by_key:
            groups.add(key, (who,), None)
            groups.absent[key] = (
                f"no file fits --layout {one_line(text, 80)}; handed in: {', '.join(names[:5]) or 'nothing'}"
            )
    return groups.all()


Found = tuple[str, Student, tuple[str, ...]]
"""A key that keeps people of one name apart, the student, and the folder that holds what is called after them."""


def _matched(pattern: re.Pattern[str], parts: tuple[str, ...]) -> Found | None:
    """Return whom a path belongs to, if it fits."""
    match = pattern.fullmatch("/".join(parts))
    if match is None:
        return None
    names = match.groupdict(default="")
    place = parts[: match.string.count("/", 0, match.start("student"))]
    who = student(names["student"], email=names.get("email", ""), identifier=names.get("id", ""))
    return "/".join((*place, *names.values())), who, place


def _beside(way: tuple[str, ...], places: set[tuple[str, ...]], above: set[tuple[str, ...]]) -> Found | None:
    """Return the folder on a way that lies beside those of students found, as that of a student with its name."""
    for levels in range(len(way)):
        if way[:levels] in places and way[: levels + 1] not in above:
            return "/".join(way[: levels + 1]), student(way[levels]), way[:levels]
    return None


_PARTS = re.compile(r"\{(\w+)\}|\*\*/|\*\*|\*|\?|[^{*?]+|.")
_FIXED = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_NAMES = ("student", "email", "id")


def _compiled(text: str) -> re.Pattern[str]:
    """Return a pattern of paths. Raise `LayoutError` if its text is none."""
    parts = []
    seen = set()
    for match in _PARTS.finditer(text):
        name = match[1]
        if name is None:
            parts.append(_FIXED.get(match[0], re.escape(match[0])))
        elif name not in _NAMES:
            raise LayoutError(f"--layout {text}: {{{name}}} is not one of {{student}}, {{email}}, {{id}}")
        elif name in seen:
            raise LayoutError(f"--layout {text}: {{{name}}} is there twice; give * where the same text may stand again")
        else:
            seen.add(name)
            parts.append(f"(?P<{name}>[^/]+?)")
    return re.compile("".join(parts))


# -- Gradescope's metadata: who handed in which folder, and when. Read with care: anybody may have made the file. A
# student's own folder may hold one of that name, to kill the batch or to be somebody else.

MAX_BYTES = 64 << 20
MAX_EVENTS = 1 << 20
"""Names, values, and ends of lists: a thousand hand-ins with fifty tests each have about half of it."""
MAX_DEPTH = 32
"""Gradescope's own files have 4 levels, with results of earlier autograders some more."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


Submitted = tuple[tuple[Student, ...], HandedIn]
"""The members of a group, or the one student, and when they handed in."""


def gradescope(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """Group an export that `--layout gradescope` names. Raise `LayoutError` if it is none."""
    metadata = find_metadata(entries)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    return _groups(entries, _handed_in(metadata))


def gradescope_export(entries: list[ListedFile]) -> list[HandIn] | None:
    """Group an export of Gradescope's, or return None: its file lies beside folders that it lists, and no kernel."""
    metadata = find_metadata(entries)
    if metadata is None or any(len(entry.parts) == 1 and entry.name.lower().endswith(".cu") for entry in entries):
        return None
    handed_in = _handed_in(metadata)
    listed = any(in_folder(entry) and entry.parts[0] in handed_in for entry in entries)
    return _groups(entries, handed_in) if listed else None


def _groups(entries: list[ListedFile], handed_in: dict[str, Submitted]) -> list[HandIn]:
    groups = Groups()
    for folder, (students, when) in handed_in.items():
        groups.add(folder, students, None)
        groups.when[folder] = when
    for entry in entries:
        if in_folder(entry):
            groups.add(entry.parts[0], (student(entry.parts[0]),), entry.inside)
    return groups.all()


def _handed_in(metadata: ListedFile) -> dict[str, Submitted]:
    """Return what the file says of each folder. Raise `LayoutError` if it cannot be read."""
    instead = "--layout folders goes by the folders' names."
    try:
        builder = _Metadata(metadata.read(MAX_BYTES))
        builder.build()
    except (yaml.YAMLError, AssignmentError, UnicodeDecodeError, ListingError, OSError) as error:
        raise LayoutError(f"{METADATA} cannot be read: {error}. {instead}") from error
    document = builder.document.data
    if not isinstance(document, dict):
        raise LayoutError(
            f"{METADATA} is not the file that Gradescope exports: expected a mapping of folders. {instead}"
        )
    return {folder: (tuple(_people(value)) or (student(folder),), _when(value)) for folder, value in document.items()}


def _when(value: Any) -> HandedIn:  # noqa: ANN401 - whatever the file holds
    fields = value if isinstance(value, dict) else {}
    created, late_by = (fields.get(f":{name}", fields.get(name)) for name in ("created_at", "lateness"))
    return HandedIn(
        submitted=time_of(created) if isinstance(created, str) else None,
        late_by=(duration_of(late_by) or None) if isinstance(late_by, str) else None,
    )


def _people(value: Any) -> Iterator[Student]:  # noqa: ANN401 - whatever the file holds
    people = value.get(":submitters", value.get("submitters")) if isinstance(value, dict) else None
    for person in people if isinstance(people, list) else []:
        if isinstance(person, dict):
            fields = {str(key).lstrip(":"): text for key, text in person.items() if isinstance(text, str)}
            name = fields.get("name") or fields.get("email") or fields.get("sid") or "(no name)"
            yield student(name, email=fields.get("email", ""), identifier=fields.get("sid", ""))


class _Metadata(YamlBuilder):
    """Strings, lists and mappings, whatever tags the file has. An alias is the same object again and costs nothing."""

    def __init__(self, data: bytes) -> None:
        super().__init__(Document(METADATA), self._counted(yaml.parse(data, Loader=_LOADER)))
        self._anchors: dict[str, Any] = {}

    def _counted(self, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
        for number, event in enumerate(events):
            if number >= MAX_EVENTS:
                self.fail(event, (), f"it has more than {MAX_EVENTS:,} entries")
            yield event

    def node(self, event: yaml.Event, location: YamlLocation) -> Any:  # noqa: ANN401 - whatever the file holds
        if len(location) > MAX_DEPTH:
            self.fail(event, (), "it is nested too deeply")
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                self.fail(event, (), "an alias has no anchor")
            return self._anchors[event.anchor]
        made: Any = event.value if isinstance(event, yaml.ScalarEvent) else None
        if isinstance(event, yaml.MappingStartEvent):
            made = self.mapping(location)
        elif isinstance(event, yaml.SequenceStartEvent):
            made = self.sequence(location)
        if isinstance(event, yaml.NodeEvent) and event.anchor:
            self._anchors[event.anchor] = made
        return made

    def place(self, location: YamlLocation, event: yaml.Event) -> None:
        """Keep no lines: no message names one."""
