"""The ways in which courses hand out submissions: which files belong to which student."""

from __future__ import annotations

import re
from dataclasses import replace

from grader.plaintext import one_line
from grader.submissions.by_pattern import by_pattern
from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.gradescope import find_metadata
from grader.submissions.groups import HandIn, LayoutError, in_folder, may_be_a_submission, stem, whole
from grader.submissions.students import student
from grader.submissions.systems import CANVAS_NAME, SPLITTERS, exported, gradescope, people_in_names

NAMES = tuple(SPLITTERS)
_DOWNLOADS = ("gradescope", "canvas", "moodle")
_LATE = re.compile(r"^late([ _-]?submissions?)?$", re.IGNORECASE)
_GRADESCOPE_EXPORT = re.compile(r"^assignment_\d+_export$")
_UNLIKE = {
    "canvas": "no file is called as Canvas calls them (lovelaceada_4711_20481_matmul.cu)",
    "moodle": "nothing is called as Moodle calls it (Ada Lovelace_4711_assignsubmission_file_)",
    "github": "there is no folder",
}


def split(entries: list[ListedFile], layout: str, file_name: str, title: str) -> tuple[str, list[HandIn]]:
    """The layout used and the groups. `layout` is `auto`, a name of `NAMES` or a pattern with `{student}`.

    `file_name` is what the assignment calls the submission, `title` the name of the folder or archive given.
    """
    if "{student}" in layout:
        return layout, by_pattern(entries, layout)
    if layout not in ("auto", *NAMES):
        known = ", ".join(NAMES)
        raise LayoutError(f"--layout {layout}: expected one of {known}, or a pattern with {{student}} in it")
    asked = layout
    place = title
    if layout != "files":
        entries, place = _without_wrapper(entries, layout, file_name, title)
    entries, late = _with_late(entries, file_name)
    if layout == "auto":
        handed_in = exported(entries)
        if handed_in is not None:
            return "gradescope", gradescope(entries, handed_in)
        layout = detect(entries, file_name)
    if layout == "files" and _holds(entries, file_name):
        return layout, [whole(entries, student(stem(title)), title)]
    groups = SPLITTERS[layout](entries, place)
    if asked in _UNLIKE and entries and all(group.notes for group in groups):
        example = one_line(entries[0].path, 80)
        raise LayoutError(f"--layout {asked}: {_UNLIKE[asked]}; there is, for example, {example}")
    return layout, [_marked(group, late) for group in groups]


def _with_late(entries: list[ListedFile], file_name: str) -> tuple[list[ListedFile], frozenset[str]]:
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


def _are_peoples(entries: list[ListedFile], file_name: str) -> bool:
    """Whether folders or files called after people lie here, and no repository or file as the assignment calls it."""
    is_own = any(entry.kind is EntryKind.MARKER and len(entry.parts) == 1 for entry in entries)
    people = any(in_folder(entry) or may_be_a_submission(entry) for entry in entries)
    return people and not is_own and not _holds(entries, file_name)


def _marked(group: HandIn, late: frozenset[str]) -> HandIn:
    if not any(entry.found_at in late for entry in group.entries):
        return group
    return replace(group, when=replace(group.when, late=True))


def detect(entries: list[ListedFile], file_name: str) -> str:
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


def _holds(entries: list[ListedFile], file_name: str) -> bool:
    return any(entry.parts == (file_name,) for entry in entries)


def _without_wrapper(
    entries: list[ListedFile], layout: str, file_name: str, title: str
) -> tuple[list[ListedFile], str]:
    """The entries that lie in the only folder of a download, which is nobody's name, and that folder's name.

    A folder that is alone may be a student's, too, who must not become somebody else by what is in it: it is taken for
    a wrapper only where several people's files seem to lie in it.
    """
    inner, place, levels = entries, title, 0
    while not (
        fits(inner, layout) if layout in _DOWNLOADS else levels and _are_several(inner, levels, place, file_name)
    ):
        heads = {entry.parts[0] for entry in inner}
        if len(heads) != 1 or any(len(entry.parts) == 1 for entry in inner):
            return entries, title
        place = next(iter(heads))
        inner, levels = [entry.below(1) for entry in inner], levels + 1
        if layout not in _DOWNLOADS and ("_assignsubmission_" in place or _is_one_students(inner, file_name)):
            return entries, title
    return inner, place


def fits(entries: list[ListedFile], layout: str) -> bool:
    """Whether one name at least is as the system makes it."""
    if layout == "gradescope":
        return find_metadata(entries) is not None
    if layout == "moodle":
        return any("_assignsubmission_" in entry.parts[0] for entry in entries)
    return any(len(entry.parts) == 1 and CANVAS_NAME.match(entry.name) for entry in entries)


def _are_several(entries: list[ListedFile], levels: int, place: str, file_name: str) -> bool:
    """Whether these seem to be files of several people, or Gradescope's own folder."""
    if find_metadata(entries) is not None:
        return levels == 1 and _GRADESCOPE_EXPORT.match(place) is not None
    people = {entry.parts[0] for entry in entries if in_folder(entry) or may_be_a_submission(entry)}
    return len(people | people_in_names(entries)) > 1 and not _is_one_students(entries, file_name)


def _is_one_students(entries: list[ListedFile], file_name: str) -> bool:
    """A repository, a folder that holds the file as the assignment calls it or a single kernel, or files only."""
    top = [entry for entry in entries if not in_folder(entry)]
    kernels = [entry for entry in top if entry.name.lower().endswith(".cu")]
    if any(entry.kind is EntryKind.MARKER for entry in top) or _holds(top, file_name) or len(kernels) == 1:
        return True
    return len(top) == len(entries) and not kernels and len(people_in_names(top)) < 2
