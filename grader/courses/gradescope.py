"""Read Gradescope's `submission_metadata.yml`: who handed in which folder, and when.

Read with care: anybody may have made it. A student's own folder may hold a file of that name, to kill the batch or to
be somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import yaml

from grader.assignment.lateness import duration_of, time_of
from grader.submissions.entries import ListedFile, ListingError
from grader.submissions.groups import (
    UNKNOWN,
    Groups,
    HandedIn,
    HandIn,
    LayoutError,
    Student,
    in_folder,
    student,
    within,
)  # fmt: skip
from grader.submissions.systems import METADATA, find_metadata

MAX_BYTES = 64 << 20
MAX_EVENTS = 1 << 20
"""Names, values, and ends of lists: a thousand hand-ins with fifty tests each have about half of it."""
MAX_DEPTH = 32
"""Gradescope's own files have 4 levels, with results of earlier autograders some more."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Submitted:
    """The members of a group, or the one student, and when they handed in."""

    students: tuple[Student, ...]
    when: HandedIn = UNKNOWN


class MetadataError(Exception):
    """The file is not one that Gradescope exports; the message says why."""


def layout(entries: list[ListedFile], _place: str) -> list[HandIn]:
    """Group an export that `--layout gradescope` names. Raise `LayoutError` if it is none."""
    metadata = find_metadata(entries)
    if metadata is None:
        raise LayoutError(f"--layout gradescope: there is no {METADATA}")
    return _groups(entries, _submissions(metadata))


def exported(entries: list[ListedFile]) -> list[HandIn] | None:
    """Group an export of Gradescope's, or return None: its file lies beside folders that it lists, and no kernel."""
    metadata = find_metadata(entries)
    if metadata is None or any(len(entry.parts) == 1 and entry.name.lower().endswith(".cu") for entry in entries):
        return None
    handed_in = _submissions(metadata)
    return (
        _groups(entries, handed_in)
        if any(in_folder(entry) and entry.parts[0] in handed_in for entry in entries)
        else None
    )


def _groups(entries: list[ListedFile], handed_in: dict[str, Submitted]) -> list[HandIn]:
    groups = Groups()
    for folder, submitted in handed_in.items():
        groups.add(folder, submitted.students, None)
        groups.when[folder] = submitted.when
    for entry in entries:
        if in_folder(entry):
            groups.add(entry.parts[0], (student(entry.parts[0]),), within(entry))
    return groups.all()


def _submissions(metadata: ListedFile) -> dict[str, Submitted]:
    try:
        return submissions(metadata)
    except MetadataError as error:
        raise LayoutError(f"{error}. --layout folders goes by the folders' names.") from error


def submissions(metadata: ListedFile) -> dict[str, Submitted]:
    """Return what the file says of each folder. Raise `MetadataError` if it cannot be read."""
    try:
        document = _Builder(metadata.read(MAX_BYTES)).build()
    except (yaml.YAMLError, UnicodeDecodeError, ListingError, OSError) as error:
        raise MetadataError(f"{METADATA} cannot be read: {error}") from error
    if not isinstance(document, dict):
        raise MetadataError(f"{METADATA} is not the file that Gradescope exports: expected a mapping of folders")
    return {
        folder: Submitted(tuple(_people(value)) or (student(folder),), _when(value))
        for folder, value in document.items()
    }


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


class _Builder:
    """Strings, lists and mappings from the parser's events, whatever tags the file has.

    PyYAML's composers recurse without a bound, the one for libyaml in C, where that ends the process. Its parsers give
    one event after the other, so that the nesting is known before anything follows it. An alias is the same object
    again and costs nothing.
    """

    def __init__(self, data: bytes) -> None:
        self._events = self._counted(yaml.parse(data, Loader=_LOADER))
        self._anchors: dict[str, Any] = {}

    def _counted(self, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
        for number, event in enumerate(events):
            if number >= MAX_EVENTS:
                self._fail(f"it has more than {MAX_EVENTS:,} entries")
            yield event

    def build(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """Return the first document; None if there is none."""
        for event in self._events:
            if isinstance(event, yaml.NodeEvent):
                return self._node(event, 0)
        return None

    def _node(self, event: yaml.Event, depth: int) -> Any:  # noqa: ANN401
        if depth > MAX_DEPTH:
            self._fail("it is nested too deeply")
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                self._fail("an alias has no anchor")
            return self._anchors[event.anchor]
        made: Any = event.value if isinstance(event, yaml.ScalarEvent) else None
        if isinstance(event, yaml.MappingStartEvent):
            made = {}
        elif isinstance(event, yaml.SequenceStartEvent):
            made = []
        if isinstance(event, yaml.NodeEvent) and event.anchor:
            self._anchors[event.anchor] = made
        if isinstance(made, dict):
            self._fill_mapping(made, depth)
        elif isinstance(made, list):
            self._fill_list(made, depth)
        return made

    def _fill_mapping(self, made: dict[str, Any], depth: int) -> None:
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, str):
                self._fail("a key is not text")
            made[key] = self._node(next(self._events), depth + 1)

    def _fill_list(self, made: list[Any], depth: int) -> None:
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            made.append(self._node(event, depth + 1))

    def _fail(self, words: str) -> NoReturn:
        raise yaml.YAMLError(words)
