"""The ways in which courses hand out submissions: which files belong to which student."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from grader.collecting.entries import Entry, EntryKind, is_archive
from grader.collecting.students import Student, student

NAMES = ("gradescope", "canvas", "moodle", "github", "folders", "files")
METADATA = "submission_metadata.yml"
_CANVAS = re.compile(r"^(?P<name>.+?)_(?:LATE_)?(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)$")
_MOODLE = re.compile(r"^(?P<name>.+?)_(?P<id>\d+)_assignsubmission_file_?(?P<file>.*)$")
_MOODLE_OTHER = re.compile(r"_\d+_assignsubmission_(?!file)\w+_?")


class LayoutError(Exception):
    """The layout that the user asked for does not fit, or its pattern is no pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The files of one hand-in and whom it counts for.

    `folder` is where it lies, for messages; `named_after_student` says that the file's name is the student's.
    """

    students: tuple[Student, ...]
    entries: tuple[Entry, ...]
    folder: str = ""
    named_after_student: bool = False


@dataclass(slots=True)
class _Groups:
    """Groups in the order in which they were met."""

    by_key: dict[str, tuple[tuple[Student, ...], list[Entry]]] = field(default_factory=dict)

    def add(self, key: str, students: tuple[Student, ...], entry: Entry | None) -> None:
        entries = self.by_key.setdefault(key, (students, []))[1]
        if entry is not None:
            entries.append(entry)

    def all(self) -> list[Group]:
        return [
            Group(students=s, entries=tuple(e), folder=key, named_after_student=len(e) == 1 and e[0].path == key)
            for key, (s, e) in self.by_key.items()
        ]


def split(entries: list[Entry], layout: str, file_name: str, title: str) -> tuple[str, list[Group]]:
    """The layout used and the groups. `layout` is `auto`, a name of `NAMES` or a pattern with `{student}`.

    `file_name` is what the assignment calls the submission, `title` the name of the folder or archive given.
    """
    if "{student}" in layout:
        return layout, _by_pattern(entries, layout)
    if layout not in ("auto", *NAMES):
        known = ", ".join(NAMES)
        raise LayoutError(f"--layout {layout}: expected one of {known}, or a pattern with {{student}} in it")
    if layout == "auto":
        entries = _without_wrapper(entries, file_name)
        layout = detect(entries)
    elif layout != "files":
        entries = _without_wrapper(entries, file_name)
    if layout == "files" and any(len(e.parts) == 1 and e.name == file_name for e in entries):
        return layout, [Group(students=(student(_stem(title)),), entries=tuple(entries), folder=title)]
    return layout, _SPLITTERS[layout](entries)


def detect(entries: list[Entry]) -> str:
    """The layout that the names tell."""
    top = [entry for entry in entries if len(entry.parts) == 1 and entry.kind is EntryKind.FILE]
    if any(entry.name == METADATA for entry in top):
        return "gradescope"
    heads = {entry.parts[0] for entry in entries if entry.kind is not EntryKind.OTHER}
    if any("_assignsubmission_" in head for head in heads):
        return "moodle"
    if top and sum(bool(_CANVAS.match(entry.name)) for entry in top) > len(top) // 2:
        return "canvas"
    if any(entry.kind is EntryKind.MARKER and len(entry.parts) == 2 for entry in entries):
        return "github"
    return "folders" if any(len(entry.parts) > 1 for entry in entries) else "files"


def _without_wrapper(entries: list[Entry], file_name: str) -> list[Entry]:
    """Downloads often hold a single folder with everything in it; it is nobody's name."""
    while entries:
        heads = {entry.parts[0] for entry in entries}
        inner = [entry for entry in entries if len(entry.parts) > 1]
        if len(heads) > 1 or len(inner) < len(entries):
            return entries
        if "_assignsubmission_" in next(iter(heads)):
            return entries
        below = [entry.below(1) for entry in entries]
        if not _is_download(below) and _is_one_students(below, file_name):
            return entries
        entries = below
    return entries


def _is_one_students(entries: list[Entry], file_name: str) -> bool:
    """A repository, a folder that holds the file as the assignment calls it or a single kernel, or files only."""
    top = [entry for entry in entries if len(entry.parts) == 1]
    kernels = [entry for entry in top if entry.name.lower().endswith(".cu")]
    named = any(entry.kind is EntryKind.MARKER or entry.name == file_name for entry in top)
    files_only = len(top) == len(entries) and len(kernels) < 2
    return named or len(kernels) == 1 or files_only


def _is_download(entries: list[Entry]) -> bool:
    return detect(entries) in ("gradescope", "canvas", "moodle")


def _gradescope(entries: list[Entry]) -> list[Group]:
    """`submission_metadata.yml` names the submitters of each folder `submission_N`, several for a group."""
    groups = _Groups()
    metadata = next((entry for entry in entries if entry.parts == (METADATA,)), None)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    for folder, submitters in _submitters(metadata).items():
        groups.add(folder, submitters, None)
    for entry in entries:
        if len(entry.parts) > 1:
            groups.add(entry.parts[0], (student(entry.parts[0]),), entry.below(1))
    return groups.all()


def _submitters(metadata: Entry) -> dict[str, tuple[Student, ...]]:
    """Read with a loader that makes nothing but strings, lists and mappings, whatever tags the file has."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        document = yaml.load(metadata.read(256 << 20), Loader=loader)
    except (yaml.YAMLError, RecursionError, UnicodeDecodeError) as error:
        raise LayoutError(f"{METADATA} is not the file that Gradescope exports: {error}") from error
    if not isinstance(document, dict):
        raise LayoutError(f"{METADATA} is not the file that Gradescope exports: expected a mapping of folders")
    return {str(folder): tuple(_people(value)) or (student(str(folder)),) for folder, value in document.items()}


def _people(value: Any) -> Iterator[Student]:  # noqa: ANN401 - whatever the file holds
    people = value.get(":submitters", value.get("submitters")) if isinstance(value, dict) else None
    for person in people if isinstance(people, list) else []:
        if isinstance(person, dict):
            fields = {str(key).lstrip(":"): text for key, text in person.items() if isinstance(text, str)}
            name = fields.get("name") or fields.get("email") or fields.get("sid") or "(no name)"
            yield student(name, email=fields.get("email", ""), identifier=fields.get("sid", ""))


def _canvas(entries: list[Entry]) -> list[Group]:
    """`lovelaceada_LATE_4711_20481_matmul-1.cu`: name, user, submission, file; `-1` counts resubmissions."""
    groups = _Groups()
    for entry in entries:
        match = _CANVAS.match(entry.name)
        if len(entry.parts) != 1 or match is None:
            continue
        key = f"{match['name']}_{match['user']}"
        name = re.sub(r"-\d+(?=(\.\w+)*$)", "", match["file"], count=1)
        groups.add(key, (student(match["name"], identifier=match["user"]),), entry.called((name,)))
    return groups.all()


def _moodle(entries: list[Entry]) -> list[Group]:
    """`Ada Lovelace_4711_assignsubmission_file_/matmul.cu`, or all in the file's name in flat downloads."""
    groups = _Groups()
    for entry in entries:
        match = _MOODLE.match(entry.parts[0])
        if match is None:
            if _MOODLE_OTHER.search(entry.parts[0]):
                continue  # text typed into the form: the same student has a folder of files, or none
            groups.add(entry.parts[0], (student(entry.parts[0]),), entry)
            continue
        key = f"{match['name']}_{match['id']}"
        inner = entry.below(1) if len(entry.parts) > 1 else entry.called((match["file"] or entry.name,))
        groups.add(key, (student(match["name"], identifier=match["id"]),), inner)
    return groups.all()


def _github(entries: list[Entry]) -> list[Group]:
    """Clones side by side: the assignment's name that they all begin with is cut off."""
    prefix = _common_prefix(sorted({entry.parts[0] for entry in entries if len(entry.parts) > 1}))
    groups = _Groups()
    for entry in entries:
        if len(entry.parts) > 1:
            login = entry.parts[0][len(prefix) :] or entry.parts[0]
            groups.add(entry.parts[0], (student(login, login=login),), entry.below(1))
    return groups.all()


def _common_prefix(folders: list[str]) -> str:
    """What all names begin with, up to a `-`; nothing when there is one name only."""
    if len(folders) < 2:
        return ""
    first, last = folders[0], folders[-1]  # sorted: what these two share, all share
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[: first.rfind("-", 0, length) + 1]


def _folders(entries: list[Entry]) -> list[Group]:
    """A folder for each student; a file or an archive between them is a student's, too."""
    groups = _Groups()
    for entry in entries:
        if len(entry.parts) > 1:
            groups.add(entry.parts[0], (student(entry.parts[0]),), entry.below(1))
        elif _may_be_a_submission(entry):
            groups.add(entry.name, (student(_stem(entry.name)),), entry)
    return groups.all()


def _files(entries: list[Entry]) -> list[Group]:
    """A file for each student, called after the student."""
    groups = _Groups()
    for entry in entries:
        if _may_be_a_submission(entry):
            groups.add(entry.path, (student(_stem(entry.name)),), entry)
    return groups.all()


_SPLITTERS = {
    "gradescope": _gradescope,
    "canvas": _canvas,
    "moodle": _moodle,
    "github": _github,
    "folders": _folders,
    "files": _files,
}


def _may_be_a_submission(entry: Entry) -> bool:
    name = entry.name.lower()
    return name.endswith(".cu") or is_archive(name)


def _stem(name: str) -> str:
    while is_archive(name) or name.lower().endswith((".cu", ".tar")):
        name = name.rpartition(".")[0]
    return name


def _by_pattern(entries: list[Entry], pattern: str) -> list[Group]:
    """A path pattern: `*` and `?` within a folder, `**` across folders, `{student}`, `{email}`, `{id}` named parts."""
    expression = _compiled(pattern)
    groups = _Groups()
    for entry in entries:
        match = expression.fullmatch(entry.path)
        if match:
            found = match.groupdict()
            email, identifier = found.get("email") or "", found.get("id") or ""
            groups.add(found["student"], (student(found["student"], email=email, identifier=identifier),), entry)
    if not groups.by_key:
        example = entries[0].path if entries else "nothing"
        raise LayoutError(f"--layout {pattern}: no file matches; there is, for example, {example}")
    return groups.all()


_PATTERN_PARTS = re.compile(r"\{(\w+)\}|\*\*/|\*\*|\*|\?|[^{*?]+|.")


def _compiled(pattern: str) -> re.Pattern[str]:
    fixed = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = []
    for match in _PATTERN_PARTS.finditer(pattern):
        name = match[1]
        if name is None:
            parts.append(fixed.get(match[0], re.escape(match[0])))
        elif name in ("student", "email", "id"):
            parts.append(f"(?P<{name}>[^/]+?)")
        else:
            raise LayoutError(f"--layout {pattern}: {{{name}}} is not one of {{student}}, {{email}}, {{id}}")
    try:
        return re.compile("".join(parts))
    except re.error as error:
        raise LayoutError(f"--layout {pattern}: {error}") from error
