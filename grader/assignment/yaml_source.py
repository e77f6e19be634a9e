"""Parse YAML to plain data with the line of every key, and reject what a configuration never needs.

Works on the parser's events, so that nesting, aliases (the "billion laughs" attack), tags and duplicate keys are
checked before anything is constructed.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeVar, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

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
        YamlBuilder(document, events).build()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"is not valid YAML: {error.problem or error.context}"
        if "nesting depth" in str(error.problem):  # newer parsers count it themselves
            message = "is nested too deeply"
        if error.problem == "mapping values are not allowed in this context":
            message += " (text with a colon in it needs quotes)"
        raise AssignmentError(YamlProblem(shown_as, mark.line + 1 if mark else 0, "", message)) from None
    except yaml.YAMLError as error:
        raise AssignmentError(YamlProblem(shown_as, 0, "", f"is not valid YAML: {error}")) from None
    return document


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0


class YamlBuilder:
    """Builds data from the parser's events, with one call per node: PyYAML's own composers recurse without a bound."""

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
        self.place(location, event)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(location)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(location)
        assert isinstance(event, yaml.ScalarEvent)
        return self.scalar(event, location)

    def place(self, location: YamlLocation, event: yaml.Event) -> None:
        """Note the line of what stands here."""
        self.document.lines.setdefault(location, _line_of(event))

    def mapping(self, location: YamlLocation) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self.fail(event, location, "a key must be a plain word")
            key = event.value
            if key in result:
                self.fail(event, (*location, key), "is given twice")
            self.place((*location, key), event)
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


ModelT = TypeVar("ModelT", bound=BaseModel)


def validated(model: type[ModelT], document: Document) -> ModelT:
    data = {} if document.data is None else document.data
    if not isinstance(data, dict):
        raise AssignmentError(document.problem((), "expected keys and values (name: value)"))
    try:
        return model.model_validate(_tuples(data))
    except ValidationError as error:
        raise AssignmentError(*_problems(error, model, document)) from None


def _tuples(data: Any) -> Any:  # noqa: ANN401 (YAML is data of any type)
    if isinstance(data, dict):
        return {key: _tuples(value) for key, value in data.items()}
    return tuple(_tuples(item) for item in data) if isinstance(data, list) else data


def _problems(error: ValidationError, model: type[BaseModel], document: Document) -> Iterator[YamlProblem]:
    """Yield one problem per location; the messages of a union's alternatives are joined."""
    messages: dict[YamlLocation, list[str]] = {}
    for detail in _own(error.errors(include_url=False), document):
        location = _in_document(detail["loc"], document, missing=detail["type"] == "missing")
        message = _message(detail, model, location)
        if message not in messages.setdefault(location, []):
            messages[location].append(message)
    for location, texts in messages.items():
        yield document.problem(location, "; or ".join(texts))


def _own(details: Sequence[Any], document: Document) -> list[Any]:
    """Drop errors that follow from others: of a list with wrong items, of a key that is not in the file."""
    places = {tuple(detail["loc"]) for detail in details}
    first = [
        detail for detail in details
        if detail["type"] != "too_short"
        or not any(len(place) > len(detail["loc"]) and place[: len(detail["loc"])] == detail["loc"] for place in places)
    ]  # fmt: skip
    written = [detail for detail in first if detail["loc"][:1] in document.lines or detail["type"] == "missing"]
    return written or first


def _in_document(location: YamlLocation, document: Document, *, missing: bool) -> YamlLocation:
    """Return the location without the parts that pydantic adds for a union's alternatives."""
    path: YamlLocation = ()
    for part in location:
        if (*path, part) in document.lines:
            path = (*path, part)
    if missing and location:
        path = (*path, location[-1])
    return path


def _message(detail: Any, model: type[BaseModel], location: YamlLocation) -> str:  # noqa: ANN401 (pydantic's error details)
    kind, value = detail["type"], detail.get("input")
    if kind == "extra_forbidden":
        return _unknown_key(model, location)
    if kind == "missing":
        return "is missing"
    words = _EXPECTED.get(kind)
    if words is None:
        return str(detail["msg"].removeprefix("Value error, "))
    shown = repr(list(value)) if isinstance(value, tuple) else repr(value)
    return f"{words(detail.get('ctx', {}))}, got {shown if len(shown) <= 60 else shown[:57] + '...'}"


_EXPECTED: dict[str, Callable[[dict[str, Any]], str]] = {
    "int_type": lambda _: "expected a whole number",
    "float_type": lambda _: "expected a number",
    "string_type": lambda _: "expected text",
    "bool_type": lambda _: "expected true or false",
    "tuple_type": lambda _: "expected a list",
    "dict_type": lambda _: "expected keys and values",
    "model_type": lambda _: "expected keys and values",
    "model_attributes_type": lambda _: "expected keys and values",
    "literal_error": lambda ctx: f"expected {ctx['expected']}",
    "enum": lambda ctx: f"expected {ctx['expected']}",
    "string_pattern_mismatch": lambda _: "expected a name of letters, digits and _",
    "finite_number": lambda _: "expected a finite number",
    "greater_than": lambda ctx: f"expected more than {ctx['gt']:g}",
    "greater_than_equal": lambda ctx: f"expected at least {ctx['ge']:g}",
    "less_than": lambda ctx: f"expected less than {ctx['lt']:g}",
    "less_than_equal": lambda ctx: f"expected at most {ctx['le']:g}",
    "too_short": lambda ctx: f"expected at least {ctx['min_length']} item(s)",
    "too_long": lambda ctx: f"expected at most {ctx['max_length']} items",
}


def _unknown_key(model: type[BaseModel], location: YamlLocation) -> str:
    known = list(_fields_at(model, location[:-1]))
    close = difflib.get_close_matches(str(location[-1]), known, n=1)
    if not known:
        return "unknown key"
    hint = f"did you mean '{close[0]}'?" if close else f"the keys here are {', '.join(known)}"
    return f"unknown key; {hint}"


def _fields_at(model: type[BaseModel], location: YamlLocation) -> Iterator[str]:
    """Yield the keys of the model at `location`, through nested models and lists and mappings of them."""
    current: Any = model
    for part in location:
        fields = getattr(current, "model_fields", None)
        if fields is None:
            current = _model_within(get_args(current)[-1 if get_origin(current) is dict else 0 :])
        else:
            named = {field.alias or name: field for name, field in fields.items()} | fields
            current = _model_within((named[part].annotation,)) if part in named else None
    fields = getattr(current, "model_fields", {}).items()
    yield from (field.alias or name for name, field in fields if field.init is not False)


def _model_within(annotations: Sequence[Any]) -> Any:  # noqa: ANN401 (type annotations)
    """Return the model among these alternatives, or the list or mapping that contains one; None if there is none."""
    for annotation in annotations:
        if hasattr(annotation, "model_fields"):
            return annotation
        if get_origin(annotation) in (dict, tuple):
            if _model_within(get_args(annotation)) is not None:
                return annotation
        elif (found := _model_within(get_args(annotation))) is not None:
            return found
    return None
