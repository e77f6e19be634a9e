"""Parse YAML to plain data with the line of every key, and reject what a configuration never needs.

Works on the parser's events, so that nesting, aliases (the "billion laughs" attack), tags and duplicate keys are
checked before anything is constructed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from grader.errors import UsageError

MAX_BYTES = 256 * 1024
MAX_DEPTH = 20

YamlLocation = tuple[str | int, ...]

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER: Any = yaml.resolver.Resolver()
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_SCALAR_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null"))


@dataclass(frozen=True, slots=True)
class YamlProblem:
    """One problem in a file, printed as `file:line: key: what was expected`."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class AssignmentError(UsageError):
    """The assignment cannot be used; `problems` lists everything that is wrong."""

    def __init__(self, *problems: YamlProblem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(slots=True)
class Document:
    """One file's data; `lines` maps the path of each key or item to its line (from 1).

    `around` is the path to the keys in `inner`, if these are deeper in the file than in the data.
    """

    file: str
    data: Any = None
    lines: dict[YamlLocation, int] = field(default_factory=dict)
    around: YamlLocation = ()
    inner: frozenset[str] = frozenset()

    def line(self, location: YamlLocation) -> int:
        """Return the line of the nearest existing part of `location`."""
        while location and location not in self.lines:
            location = location[:-1]
        return self.lines.get(location, 1)

    def problem(self, location: YamlLocation, message: str) -> YamlProblem:
        """Return a problem at `location`, with its line."""
        around = self.around if not location or location[0] in self.inner else ()
        return YamlProblem(self.file, self.line(location), key_text((*around, *location)), message)

    def with_inner(self, around: YamlLocation) -> Document:
        """Return one of its mappings as a document, completed with the keys beside it that it does not set."""
        inner = self.data
        for part in around:
            inner = inner[part]
        beside = {key: value for key, value in self.data.items() if key != around[0]}
        lines = {way: line for way, line in self.lines.items() if way and way[0] in beside and way[0] not in inner}
        depth = len(around)
        lines |= {way[depth:]: line for way, line in self.lines.items() if way[:depth] == around}
        return Document(self.file, {**beside, **inner}, lines, around, frozenset(inner))


def key_text(location: YamlLocation) -> str:
    """Return a location as people write it: `("cases", 2, "M")` gives `cases[2].M`."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read_yaml(path: Path, shown_as: str) -> Document:
    """Return a file's data with lines. Raise `AssignmentError` if it cannot be read or is not plain YAML."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise AssignmentError(YamlProblem(shown_as, 0, "", f"cannot be read: {error.strerror or error}")) from None
    if len(raw) > MAX_BYTES:
        raise AssignmentError(YamlProblem(shown_as, 0, "", f"larger than {MAX_BYTES // 1024} KiB: not a configuration"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AssignmentError(YamlProblem(shown_as, 0, "", "is not UTF-8 text")) from None
    return parse_yaml(text, shown_as)


def parse_yaml(text: str, shown_as: str) -> Document:
    """Return a text's data with lines. Raise `AssignmentError` at the first thing that is not plain YAML."""
    document = Document(shown_as)
    try:
        events = iter(yaml.parse(text, Loader=_LOADER))
        _Builder(document, events).build()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"is not valid YAML: {error.problem or error.context}"
        if error.problem == "mapping values are not allowed in this context":
            message += " (text with a colon in it needs quotes)"
        raise AssignmentError(YamlProblem(shown_as, mark.line + 1 if mark else 0, "", message)) from None
    except yaml.YAMLError as error:
        raise AssignmentError(YamlProblem(shown_as, 0, "", f"is not valid YAML: {error}")) from None
    return document


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0


class _Builder:
    """Builds data from the parser's events, with one call per node."""

    def __init__(self, document: Document, events: Iterator[yaml.Event]) -> None:
        self.document = document
        self.events = events

    def build(self) -> None:
        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                self.document.data = self.node(event, ())
            elif isinstance(event, yaml.DocumentStartEvent) and self.document.data is not None:
                self.fail(event, (), "holds a second document (---)")

    def fail(self, event: yaml.Event, location: YamlLocation, message: str) -> NoReturn:
        raise AssignmentError(YamlProblem(self.document.file, _line_of(event), key_text(location), message))

    def node(self, event: yaml.Event, location: YamlLocation) -> Any:  # noqa: ANN401 (YAML is data of any type)
        if len(location) > MAX_DEPTH:
            self.fail(event, (), "is nested too deeply")
        if isinstance(event, yaml.AliasEvent):
            self.fail(event, location, "aliases (*name) are not accepted: write the value out")
        if not isinstance(event, yaml.ScalarEvent) and getattr(event, "tag", None) not in (None, "!"):
            self.fail(event, location, "tags (!name) are not accepted")
        self.document.lines.setdefault(location, _line_of(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(location)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(location)
        assert isinstance(event, yaml.ScalarEvent)
        return self.scalar(event, location)

    def mapping(self, location: YamlLocation) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self.fail(event, location, "a key must be a plain word")
            key = event.value
            if key in result:
                self.fail(event, (*location, key), "is given twice")
            self.document.lines[(*location, key)] = _line_of(event)
            result[key] = self.node(next(self.events), (*location, key))
        return result

    def sequence(self, location: YamlLocation) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.node(event, (*location, len(result))))
        return result

    def scalar(self, event: yaml.ScalarEvent, location: YamlLocation) -> Any:  # noqa: ANN401
        # YAML 1.1 reads the bare words `N` and `n` as strings, `no` and `off` as false; the models report what they
        # expect.
        tag = event.tag or _RESOLVER.resolve(yaml.ScalarNode, event.value, event.implicit)
        if event.tag not in (None, "!") and tag not in _SCALAR_TAGS:
            self.fail(event, location, f"the tag {tag} is not accepted")
        if tag not in _SCALAR_TAGS:
            return event.value  # dates and similar values stay text
        if ":" in event.value and event.implicit[0]:
            return event.value  # YAML 1.1 reads base 60: `1:30` would be 90, the offset `+10:00` 600
        try:
            return _CONSTRUCTOR.construct_object(yaml.ScalarNode(tag, event.value))
        except (ValueError, yaml.YAMLError):
            self.fail(event, location, f"'{event.value[:40]}' is not a value of its type")
