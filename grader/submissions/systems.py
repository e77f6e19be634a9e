"""How learning systems and courses name what they hand out: entries of a download become each student's.

The functions of `LAYOUTS` take the entries and the name of the folder or archive that they lie in; a row may also be a
pattern's text, as after `--layout`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from grader.registry import Registry
from grader.submissions.entries import EntryKind, ListedFile
from grader.submissions.gradescope import METADATA, MetadataError, Submitted, find_metadata, submissions
from grader.submissions.groups import Groups, HandIn, LayoutError, in_folder, may_be_a_submission, stem, within
from grader.submissions.students import HandedIn, student


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


def asked_gradescope(entries: list[ListedFile], _place: str) -> list[HandIn]:
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


def folders(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """A folder for each student; a file or an archive between them is a student's, too."""
    groups = Groups()
    for entry in entries:
        groups.add_by_name(entry)
    return groups.all()


def files(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """A file for each student, called after the student."""
    groups = Groups()
    for entry in entries:
        if may_be_a_submission(entry):
            groups.add(entry.path, (student(stem(entry.name)),), entry)
    return groups.all()


def people_in_names(entries: list[ListedFile]) -> set[str]:
    """The people whom Canvas or Moodle names in the files' names."""
    top = (entry.name for entry in entries if len(entry.parts) == 1)
    matches = [match for name in top if (match := CANVAS.pattern.match(name) or MOODLE.pattern.match(name))]
    return {match["name"] for match in matches}


Splitter = Callable[[list[ListedFile], str], Sequence[HandIn]]

LAYOUTS: Registry[Splitter | str] = Registry(
    "grader.layouts",
    {
        name: f"grader.submissions.systems:{attribute}"
        for name, attribute in (
            ("gradescope", "asked_gradescope"), ("canvas", "CANVAS"), ("moodle", "MOODLE"), ("github", "github"),
            ("folders", "folders"), ("files", "files"),
        )
    },
)  # fmt: skip


_MANY = 4
"""So many logins that begin with the same word by chance are not to be expected."""


def assignment_prefix(folders: list[str], place: str) -> str:
    """What the folders' names begin with before the logins, a `-` included; nothing where that is not known.

    `place` is the folder around them: `gh classroom clone` calls it `<assignment>-submissions`. Without that, only the
    names are left to go by. A login cut short could be another student's, one with a word too many is nobody's. So a
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
    """The folder's name without the prefix, or whole where it does not begin with it."""
    return folder.removeprefix(prefix) or folder


def _common_prefixes(folders: list[str]) -> list[str]:
    """The beginnings of all names that end in `-`, shortest first; none when there is one name only."""
    if len(folders) < 2:
        return []
    first, last = folders[0], folders[-1]  # sorted: what these two share, all share
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return [first[: dash.end()] for dash in re.finditer("-", first[:length])]
