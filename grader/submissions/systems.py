"""How learning systems and courses name what they hand out: entries of a download become each student's.

The functions of `SPLITTERS` take the entries and the name of the folder or archive that they lie in.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.github import assignment_prefix, login
from grader.submissions.gradescope import METADATA, MetadataError, Submitted, find_metadata, submissions
from grader.submissions.groups import Groups, HandIn, LayoutError, in_folder, may_be_a_submission, stem, within
from grader.submissions.handed_in import HandedIn
from grader.submissions.students import student

CANVAS_NAME = re.compile(r"^(?P<name>.+?)_(?P<late>LATE_)?(?P<number>\d+)_(?P<submission>\d+)_(?P<file>.+)$")
MOODLE_NAME = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_file_?(?P<file>.*)$")
_MOODLE_OTHER = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?!file)\w")


def exported(entries: list[ListedFile]) -> dict[str, Submitted] | None:
    """Who handed in what, where Gradescope exported this: its file lies beside folders that it lists, and no kernel."""
    metadata = find_metadata(entries)
    if metadata is None or any(len(entry.parts) == 1 and entry.name.lower().endswith(".cu") for entry in entries):
        return None
    handed_in = _submissions(metadata)
    folders = {entry.parts[0] for entry in entries if in_folder(entry)}
    return handed_in if folders & handed_in.keys() else None


def _submissions(metadata: ListedFile) -> dict[str, Submitted]:
    try:
        return submissions(metadata)
    except MetadataError as error:
        raise LayoutError(f"{error}. --layout folders goes by the folders' names.") from error


def _asked_gradescope(entries: list[ListedFile], _place: str) -> list[HandIn]:
    metadata = find_metadata(entries)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    return gradescope(entries, _submissions(metadata))


def gradescope(entries: list[ListedFile], handed_in: dict[str, Submitted]) -> list[HandIn]:
    """`submission_metadata.yml` names the submitters of each folder `submission_N`, several for a group."""
    groups = Groups()
    for folder, submitted in handed_in.items():
        groups.add(folder, submitted.students, None)
        groups.when[folder] = submitted.when
    for entry in entries:
        if in_folder(entry):
            groups.add(entry.parts[0], (student(entry.parts[0]),), within(entry))
    return groups.all()


def _canvas(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """`lovelaceada_LATE_4711_20481_matmul-1.cu`: name, user, submission, file; `-1` counts resubmissions."""
    groups = Groups()
    for entry in entries:
        match = CANVAS_NAME.match(entry.name)
        if in_folder(entry) or match is None:
            groups.add_other(entry, "Canvas")
            continue
        key = f"{match['name']}_{match['number']}"
        name = re.sub(r"-\d+(?=(\.\w+)*$)", "", match["file"], count=1)
        groups.add(key, (student(match["name"], identifier=match["number"]),), entry.called((name,)))
        if match["late"]:
            groups.when[key] = HandedIn(late=True)
    return groups.all()


def _moodle(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """`Ada Lovelace_4711_assignsubmission_file_/matmul.cu`, or all in the file's name in flat downloads."""
    groups = Groups()
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
            groups.add(key, who, within(entry) if in_folder(entry) else entry.called((match["file"] or entry.name,)))
    return groups.all()


def _github(entries: list[ListedFile], place: str) -> list[HandIn]:
    """Clones side by side: the assignment's name that they all begin with is cut off."""
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


def _folders(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """A folder for each student; a file or an archive between them is a student's, too."""
    groups = Groups()
    for entry in entries:
        groups.add_by_name(entry)
    return groups.all()


def _files(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """A file for each student, called after the student."""
    groups = Groups()
    for entry in entries:
        if may_be_a_submission(entry):
            groups.add(entry.path, (student(stem(entry.name)),), entry)
    return groups.all()


def people_in_names(entries: list[ListedFile]) -> set[str]:
    """The people whom Canvas or Moodle names in the files' names."""
    top = (entry.name for entry in entries if len(entry.parts) == 1)
    matches = [match for name in top if (match := CANVAS_NAME.match(name) or MOODLE_NAME.match(name))]
    return {match["name"] for match in matches}


SPLITTERS: dict[str, Callable[[list[ListedFile], str], list[HandIn]]] = {
    "gradescope": _asked_gradescope,
    "canvas": _canvas,
    "moodle": _moodle,
    "github": _github,
    "folders": _folders,
    "files": _files,
}
