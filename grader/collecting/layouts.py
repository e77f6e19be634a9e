"""The ways in which courses hand out submissions: which files belong to which student."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from grader.collecting.entries import Entry, EntryKind, is_archive
from grader.collecting.github import assignment_prefix, login
from grader.collecting.gradescope import METADATA, MetadataError, Submitted, find_metadata, submissions
from grader.collecting.handed_in import UNKNOWN, HandedIn
from grader.collecting.patterns import Pattern, PatternError
from grader.collecting.students import Student, student
from grader.errors import UsageError
from grader.plaintext import one_line

NAMES = ("gradescope", "canvas", "moodle", "github", "folders", "files")
CANVAS_NAME = re.compile(r"^(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d+)_(?P<submission>\d+)_(?P<file>.+)$")
MOODLE_NAME = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)$")
_MOODLE_OTHER = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?!file)\w")
_LATE = re.compile(r"^late([ _-]?submissions?)?$", re.IGNORECASE)
_GRADESCOPE_EXPORT = re.compile(r"^assignment_\d+_export$")
_UNLIKE = {
    "canvas": "no file is called as Canvas calls them (lovelaceada_4711_20481_matmul.cu)",
    "moodle": "nothing is called as Moodle calls it (Ada Lovelace_4711_assignsubmission_file_)",
    "github": "there is no folder",
}


class LayoutError(UsageError):
    """The layout that the user asked for does not fit, or its pattern is no pattern."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The files of one hand-in and whom it counts for.

    `folder` is where it lies, for messages; `named_after_student` says that the file's name is the student's. `absent`
    says why there are no entries where more than that is known, `notes` are remarks on how the group was found. `when`
    is what the download says of the time.
    """

    students: tuple[Student, ...]
    entries: tuple[Entry, ...]
    folder: str = ""
    named_after_student: bool = False
    absent: str = ""
    notes: tuple[str, ...] = ()
    when: HandedIn = UNKNOWN


@dataclass(slots=True)
class _Groups:
    """Groups in the order in which they were met."""

    by_key: dict[str, tuple[tuple[Student, ...], list[Entry]]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    when: dict[str, HandedIn] = field(default_factory=dict)

    def add(self, key: str, students: tuple[Student, ...], entry: Entry | None) -> None:
        entries = self.by_key.setdefault(key, (students, []))[1]
        if entry is not None:
            entries.append(entry)

    def add_by_name(self, entry: Entry) -> str | None:
        """A folder, or a file or an archive that may be handed in, called after its student; the key, if it is one."""
        if _in_folder(entry):
            key, name = entry.parts[0], entry.parts[0]
        elif _may_be_a_submission(entry):
            key, name = entry.name, stem(entry.name)
        else:
            return None
        self.add(key, (student(name),), _within(entry) if _in_folder(entry) else entry)
        return key

    def add_other(self, entry: Entry, system: str) -> None:
        """What the learning system did not name: somebody may have put it there, so it is not passed over."""
        key = self.add_by_name(entry)
        if key is not None:
            self.notes[key] = f"Not called as {system} calls what it exports: the student's name may be a file's."

    def all(self) -> list[Group]:
        return [
            Group(
                students=students,
                entries=_without_folders(entries),
                folder=key,
                named_after_student=len(entries) == 1 and entries[0].path == key,
                absent="" if entries else self.absent.get(key, ""),
                notes=(self.notes[key],) if key in self.notes else (),
                when=self.when.get(key, UNKNOWN),
            )
            for key, (students, entries) in self.by_key.items()
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
    asked = layout
    place = title
    if layout != "files":
        entries, place = _without_wrapper(entries, layout, file_name, title)
    entries, late = _with_late(entries, file_name)
    if layout == "auto":
        handed_in = _exported(entries)
        if handed_in is not None:
            return "gradescope", _gradescope(entries, handed_in)
        layout = detect(entries, file_name)
    if layout == "files" and _holds(entries, file_name):
        return layout, [whole(entries, student(stem(title)), title)]
    groups = _SPLITTERS[layout](entries, place)
    if asked in _UNLIKE and entries and all(group.notes for group in groups):
        example = one_line(entries[0].path, 80)
        raise LayoutError(f"--layout {asked}: {_UNLIKE[asked]}; there is, for example, {example}")
    return layout, [_marked(group, late) for group in groups]


def _with_late(entries: list[Entry], file_name: str) -> tuple[list[Entry], frozenset[str]]:
    """The entries with those of a folder `LATE` as if they lay beside the others, and where those were found.

    A folder of that name that holds one person's files is that person's.
    """
    heads = {entry.parts[0] for entry in entries if _LATE.match(entry.parts[0])}
    late: set[str] = set()
    for head in heads:
        behind = [entry for entry in entries if entry.parts[0] == head]
        inner = [entry.below(1) for entry in behind if len(entry.parts) > 1]
        if len(inner) == len(behind) < len(entries) and _are_peoples(inner, file_name):
            late.update(entry.found_at for entry in inner)
            entries = [entry for entry in entries if entry.parts[0] != head] + inner
    return entries, frozenset(late)


def _are_peoples(entries: list[Entry], file_name: str) -> bool:
    """Whether folders or files called after people lie here, and no repository or file as the assignment calls it."""
    is_own = any(entry.kind is EntryKind.MARKER and len(entry.parts) == 1 for entry in entries)
    people = any(_in_folder(entry) or _may_be_a_submission(entry) for entry in entries)
    return people and not is_own and not _holds(entries, file_name)


def _marked(group: Group, late: frozenset[str]) -> Group:
    if not any(entry.found_at in late for entry in group.entries):
        return group
    return replace(group, when=replace(group.when, late=True))


def whole(entries: list[Entry], owner: Student, folder: str = "") -> Group:
    """All entries as one student's."""
    return Group(students=(owner,), entries=_without_folders(entries), folder=folder)


def detect(entries: list[Entry], file_name: str) -> str:
    """The layout that the names tell; Gradescope's is told by what is in a file."""
    top = [entry for entry in entries if len(entry.parts) == 1 and entry.kind is EntryKind.FILE]
    heads = {entry.parts[0] for entry in entries if entry.kind is not EntryKind.OTHER}
    if any("_assignsubmission_" in head for head in heads):
        return "moodle"
    if top and sum(bool(CANVAS_NAME.match(entry.name)) for entry in top) > len(top) // 2:
        return "canvas"
    if any(entry.kind is EntryKind.MARKER and len(entry.parts) == 2 for entry in entries):
        return "github"
    if any(len(entry.parts) > 1 for entry in entries):
        return "folders"
    empty_folders = any(entry.kind is EntryKind.FOLDER for entry in entries)
    return "folders" if empty_folders and not _holds(entries, file_name) else "files"


def _holds(entries: list[Entry], file_name: str) -> bool:
    return any(entry.parts == (file_name,) for entry in entries)


def _in_folder(entry: Entry) -> bool:
    return len(entry.parts) > 1 or entry.kind is EntryKind.FOLDER


def _within(entry: Entry) -> Entry | None:
    """The entry as seen from the folder at its top; None where that folder is empty."""
    return entry.below(1) if len(entry.parts) > 1 else None


def _without_folders(entries: list[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if entry.kind is not EntryKind.FOLDER)


def _without_wrapper(entries: list[Entry], layout: str, file_name: str, title: str) -> tuple[list[Entry], str]:
    """The entries that lie in the only folder of a download, which is nobody's name, and that folder's name.

    A folder that is alone may be a student's, too, who must not become somebody else by what is in it: it is taken for
    a wrapper only where several people's files seem to lie in it.
    """
    inner, place, levels = entries, title, 0
    while not (
        _fits(inner, layout) if layout in _DOWNLOADS else levels and _are_several(inner, levels, place, file_name)
    ):
        heads = {entry.parts[0] for entry in inner}
        if len(heads) != 1 or any(len(entry.parts) == 1 for entry in inner):
            return entries, title
        place = next(iter(heads))
        inner, levels = [entry.below(1) for entry in inner], levels + 1
        if layout not in _DOWNLOADS and ("_assignsubmission_" in place or _is_one_students(inner, file_name)):
            return entries, title
    return inner, place


def _fits(entries: list[Entry], layout: str) -> bool:
    """Whether one name at least is as the system makes it."""
    if layout == "gradescope":
        return find_metadata(entries) is not None
    if layout == "moodle":
        return any("_assignsubmission_" in entry.parts[0] for entry in entries)
    return any(len(entry.parts) == 1 and CANVAS_NAME.match(entry.name) for entry in entries)


def _are_several(entries: list[Entry], levels: int, place: str, file_name: str) -> bool:
    """Whether these seem to be files of several people, or Gradescope's own folder."""
    if find_metadata(entries) is not None:
        return levels == 1 and _GRADESCOPE_EXPORT.match(place) is not None
    people = {entry.parts[0] for entry in entries if _in_folder(entry) or _may_be_a_submission(entry)}
    return len(people | _people_in_names(entries)) > 1 and not _is_one_students(entries, file_name)


def _people_in_names(entries: list[Entry]) -> set[str]:
    """The people whom Canvas or Moodle names in the files' names."""
    top = (entry.name for entry in entries if len(entry.parts) == 1)
    matches = [match for name in top if (match := CANVAS_NAME.match(name) or MOODLE_NAME.match(name))]
    return {match["name"] for match in matches}


def _is_one_students(entries: list[Entry], file_name: str) -> bool:
    """A repository, a folder that holds the file as the assignment calls it or a single kernel, or files only."""
    top = [entry for entry in entries if not _in_folder(entry)]
    kernels = [entry for entry in top if entry.name.lower().endswith(".cu")]
    if any(entry.kind is EntryKind.MARKER for entry in top) or _holds(top, file_name) or len(kernels) == 1:
        return True
    return len(top) == len(entries) and not kernels and len(_people_in_names(top)) < 2


def _exported(entries: list[Entry]) -> dict[str, Submitted] | None:
    """Who handed in what, where Gradescope exported this: its file lies beside folders that it lists, and no kernel."""
    metadata = find_metadata(entries)
    if metadata is None or any(len(entry.parts) == 1 and entry.name.lower().endswith(".cu") for entry in entries):
        return None
    handed_in = _submissions(metadata)
    folders = {entry.parts[0] for entry in entries if _in_folder(entry)}
    return handed_in if folders & handed_in.keys() else None


def _submissions(metadata: Entry) -> dict[str, Submitted]:
    try:
        return submissions(metadata)
    except MetadataError as error:
        raise LayoutError(f"{error}. --layout folders goes by the folders' names.") from error


def _asked_gradescope(entries: list[Entry], _place: str) -> list[Group]:
    metadata = find_metadata(entries)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    return _gradescope(entries, _submissions(metadata))


def _gradescope(entries: list[Entry], handed_in: dict[str, Submitted]) -> list[Group]:
    """`submission_metadata.yml` names the submitters of each folder `submission_N`, several for a group."""
    groups = _Groups()
    for folder, submitted in handed_in.items():
        groups.add(folder, submitted.students, None)
        groups.when[folder] = submitted.when
    for entry in entries:
        if _in_folder(entry):
            groups.add(entry.parts[0], (student(entry.parts[0]),), _within(entry))
    return groups.all()


def _canvas(entries: list[Entry], _place: str) -> list[Group]:
    """`lovelaceada_LATE_4711_20481_matmul-1.cu`: name, user, submission, file; `-1` counts resubmissions."""
    groups = _Groups()
    for entry in entries:
        match = CANVAS_NAME.match(entry.name)
        if _in_folder(entry) or match is None:
            groups.add_other(entry, "Canvas")
            continue
        key = f"{match['name']}_{match['number']}"
        name = re.sub(r"-\d+(?=(\.\w+)*$)", "", match["file"], count=1)
        groups.add(key, (student(match["name"], identifier=match["number"]),), entry.called((name,)))
        if match["late"]:
            groups.when[key] = HandedIn(late=True)
    return groups.all()


def _moodle(entries: list[Entry], _place: str) -> list[Group]:
    """`Ada Lovelace_4711_assignsubmission_file_/matmul.cu`, or all in the file's name in flat downloads."""
    groups = _Groups()
    for entry in entries:
        match = MOODLE_NAME.match(entry.parts[0])
        other = match or _MOODLE_OTHER.match(entry.parts[0])
        if other is None:
            groups.add_other(entry, "Moodle")
            continue
        key = f"{other['name']}_{other['number']}"
        who = (student(other["name"], identifier=other["number"]),)
        if match is None:
            groups.add(key, who, None)
            groups.absent[key] = (
                "no file was handed in, only what Moodle keeps beside files, such as text typed into its form"
            )
        else:
            in_folder = _in_folder(entry)
            groups.add(key, who, _within(entry) if in_folder else entry.called((match["file"] or entry.name,)))
    return groups.all()


def _github(entries: list[Entry], place: str) -> list[Group]:
    """Clones side by side: the assignment's name that they all begin with is cut off."""
    folders = {entry.parts[0] for entry in entries if _in_folder(entry)}
    clones = {entry.parts[0] for entry in entries if entry.kind is EntryKind.MARKER and len(entry.parts) == 2}
    empty = {entry.parts[0] for entry in entries if entry.kind is EntryKind.FOLDER and len(entry.parts) == 1}
    prefix = assignment_prefix(sorted(clones | empty), place) if clones else ""
    prefix = prefix or assignment_prefix(sorted(clones or folders), place)
    groups = _Groups()
    for entry in entries:
        if _in_folder(entry):
            name = login(entry.parts[0], prefix)
            groups.add(entry.parts[0], (student(name, login=name),), _within(entry))
    return groups.all()


def _folders(entries: list[Entry], _place: str) -> list[Group]:
    """A folder for each student; a file or an archive between them is a student's, too."""
    groups = _Groups()
    for entry in entries:
        groups.add_by_name(entry)
    return groups.all()


def _files(entries: list[Entry], _place: str) -> list[Group]:
    """A file for each student, called after the student."""
    groups = _Groups()
    for entry in entries:
        if _may_be_a_submission(entry):
            groups.add(entry.path, (student(stem(entry.name)),), entry)
    return groups.all()


_DOWNLOADS = ("gradescope", "canvas", "moodle")
_SPLITTERS: dict[str, Callable[[list[Entry], str], list[Group]]] = {
    "gradescope": _asked_gradescope,
    "canvas": _canvas,
    "moodle": _moodle,
    "github": _github,
    "folders": _folders,
    "files": _files,
}


def _may_be_a_submission(entry: Entry) -> bool:
    name = entry.name.lower()
    return entry.kind is not EntryKind.FOLDER and (name.endswith(".cu") or is_archive(name))


def stem(name: str) -> str:
    """A student's name from that of a file or an archive."""
    while is_archive(name) or name.lower().endswith((".cu", ".tar")):
        name = name.rpartition(".")[0]
    return name


def _by_pattern(entries: list[Entry], text: str) -> list[Group]:
    """The files that fit the pattern, and a group without files for each student's folder in which none does."""
    try:
        pattern = Pattern(text)
    except PatternError as error:
        raise LayoutError(f"--layout {text}: {error}") from error
    groups = _Groups()
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
