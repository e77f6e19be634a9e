"""Validate a file's data as a model, or report every problem with file, line and expectation."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from grader.assignment.yaml_source import AssignmentError, Document, YamlLocation, YamlProblem

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
        if detail["type"] != "too_short" or not any(_is_in(place, detail["loc"]) for place in places)
    ]  # fmt: skip
    written = [detail for detail in first if detail["loc"][:1] in document.lines or detail["type"] == "missing"]
    return written or first


def _is_in(place: YamlLocation, outer: YamlLocation) -> bool:
    return len(place) > len(outer) and place[: len(outer)] == outer


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
    text = words(detail.get("ctx", {})) if words else detail["msg"].removeprefix("Value error, ")
    shown = f", got {_shown(value)}" if words else ""
    return f"{text}{shown}"


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


def _shown(value: object) -> str:
    text = repr(list(value)) if isinstance(value, tuple) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


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
