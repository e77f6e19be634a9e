"""Read Gradescope's `submission_metadata.yml`: who handed in which folder, and when.

Read with care: anybody may have made it. A student's own folder may hold a file of that name, to kill the batch or to
be somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from grader.assignment import AssignmentError
from grader.assignment.lateness import duration_of, time_of
from grader.assignment.yaml_source import Document, YamlBuilder, YamlLocation
from grader.submissions.entries import (
    Groups,
    HandedIn,
    HandIn,
    LayoutError,
    ListedFile,
    ListingError,
    Student,
    in_folder,
    student,
)  # fmt: skip
from grader.submissions.systems import METADATA, find_metadata

MAX_BYTES = 64 << 20
MAX_EVENTS = 1 << 20
"""Names, values, and ends of lists: a thousand hand-ins with fifty tests each have about half of it."""
MAX_DEPTH = 32
"""Gradescope's own files have 4 levels, with results of earlier autograders some more."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


Submitted = tuple[tuple[Student, ...], HandedIn]
"""The members of a group, or the one student, and when they handed in."""


def layout(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """Group an export that `--layout gradescope` names. Raise `LayoutError` if it is none."""
    metadata = find_metadata(entries)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    return _groups(entries, submissions(metadata))


def exported(entries: list[ListedFile]) -> list[HandIn] | None:
    """Group an export of Gradescope's, or return None: its file lies beside folders that it lists, and no kernel."""
    metadata = find_metadata(entries)
    if metadata is None or any(len(entry.parts) == 1 and entry.name.lower().endswith(".cu") for entry in entries):
        return None
    handed_in = submissions(metadata)
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


def submissions(metadata: ListedFile) -> dict[str, Submitted]:
    """Return what the file says of each folder. Raise `LayoutError` if it cannot be read."""
    instead = "--layout folders goes by the folders' names."
    try:
        builder = _Builder(metadata.read(MAX_BYTES))
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


class _Builder(YamlBuilder):
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
