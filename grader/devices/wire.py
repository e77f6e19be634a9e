"""Values sent between the grader and its child processes: dataclasses as JSON, arrays as bytes beside it.

A child runs students' code, so its answers are never unpickled or trusted: what the text of a message says of its
bytes is checked. A field annotated with `Array` is sent as
bytes, in any dataclass; steps of a recorded block go as columns, as there may be a million of them. A child's answer is
checked against the expected dataclass: anything invalid in it raises one `ValidationError`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

import numpy as np
from pydantic import (
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from grader.elements import ELEMENTS
from grader.emulator.result import COLUMNS, NONE, OPERATIONS, OPTIONAL, Counters, Events

__all__ = ["Array", "ValidationError", "make_ready", "pack", "unpack"]

T = TypeVar("T")

_DTYPES = {element.code: np.dtype(element.code) for element in ELEMENTS.values()}
_BITS = "b1"
_ALIGN = 8
_FILLING = np.zeros(_ALIGN, np.uint8)

# An array's offset in the bytes, its dtype and its shape.
_Count = Annotated[int, Field(ge=0, le=1 << 40)]
_PLACE: TypeAdapter[Any] = TypeAdapter(tuple[_Count, str, tuple[_Count, ...]])


@dataclass(slots=True)
class _Sent:
    """Bytes beside a text that is being written; each array is aligned for any dtype."""

    parts: list[np.ndarray] = field(default_factory=list)
    size: int = 0

    def place(self, array: np.ndarray) -> tuple[int, str, tuple[int, ...]]:
        bits = array.dtype == np.bool_
        data = np.packbits(array) if bits else np.ascontiguousarray(array)
        begin, unaligned = self.size, data.nbytes % _ALIGN
        self.parts.append(data)
        if unaligned:
            self.parts.append(_FILLING[unaligned:])
        self.size += data.nbytes + -unaligned % _ALIGN
        return begin, _BITS if bits else array.dtype.str[1:], array.shape


@dataclass(slots=True)
class _Received:
    """Bytes beside a text that is being read, and how many of them are still unused: none may be used twice."""

    body: np.ndarray
    left: int

    def array(self, begin: int, kind: str, shape: tuple[int, ...]) -> np.ndarray:
        count = math.prod(shape)
        if kind != _BITS and kind not in _DTYPES:
            raise ValueError("an array of another dtype than are sent")
        size = -(-count // 8) if kind == _BITS else count * _DTYPES[kind].itemsize
        self.left -= size
        if self.left < 0 or begin + size > self.body.size:
            raise ValueError("an array that was not sent")
        data = self.body[begin : begin + size]
        array = np.unpackbits(data, count=count).view(bool) if kind == _BITS else data.view(_DTYPES[kind])
        return array.reshape(shape)


def _put(array: np.ndarray, info: SerializationInfo) -> tuple[int, str, tuple[int, ...]]:
    sent: _Sent = info.context  # type: ignore[assignment]
    return sent.place(array)


def _get(place: Any, info: ValidationInfo) -> np.ndarray:  # noqa: ANN401 (whatever a child sends)
    received: _Received = info.context  # type: ignore[assignment]
    return received.array(*_PLACE.validate_python(place))


Array = Annotated[np.ndarray, PlainValidator(_get), PlainSerializer(_put)]


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type) -> TypeAdapter[Any]:
    """Return the adapter of a 1-tuple: pydantic takes no settings for a dataclass alone. Floats may be inf or NaN."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(tuple[kind], config=ConfigDict(ser_json_inf_nan="constants"))  # type: ignore[valid-type]
    return _ADAPTERS[kind]


def make_ready(*kinds: type) -> None:
    """Create the adapters now, so that the first values need not wait."""
    for kind in kinds:
        _adapter(kind)


def pack(value: object) -> tuple[str, bytes, list[np.ndarray]]:
    """Serialize a dataclass: its class name, JSON, and its arrays in order."""
    kind, sent = type(value), _Sent()
    return kind.__name__, _adapter(kind).dump_json((value,), context=sent), sent.parts


def unpack(kind: type[T], text: bytes, body: np.ndarray) -> T:
    """Return the dataclass that `pack` serialized. Raise `ValidationError` for anything else."""
    value: T = _adapter(kind).validate_json(text, context=_Received(body, body.size))[0]
    return value


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of `Events`."""

    rows: Array
    values: Array
    names: tuple[str, ...]


_COLUMNS: TypeAdapter[_Columns] = TypeAdapter(_Columns)


def _columns(events: Events) -> _Columns | None:
    # Most launches record nothing.
    return _Columns(events.rows, events.values, events.names) if len(events) else None


def _events(plain: Any, info: ValidationInfo) -> Events:  # noqa: ANN401 (whatever a child sends)
    if plain is None:
        return Events()
    columns = _COLUMNS.validate_python(plain, context=info.context)
    rows, values, names = columns.rows, columns.values, columns.names
    if rows.shape[1:] != (8,) or rows.shape[:1] != values.shape or rows.dtype != np.int64 or values.dtype != np.float64:
        raise ValueError("columns that are not of one length")
    if len(rows) and ((rows[:, 3:5] < 0) | (rows[:, 3:5] >= (len(OPERATIONS), len(names)))).any():
        raise ValueError("an operation or an array that has no name")
    return Events(rows, values, names)


SentEvents = Annotated[Events, PlainValidator(_events), PlainSerializer(_columns, return_type=_Columns | None)]


_NEEDED = [place for place, name in enumerate(COLUMNS) if name not in OPTIONAL]


@dataclass(frozen=True, slots=True)
class _Tables:
    """Counts by line, and those of each array where these were counted."""

    lines: Array
    arrays: Mapping[str, Array] | None


_TABLES: TypeAdapter[_Tables] = TypeAdapter(_Tables)


def _tables(counters: Counters) -> _Tables | None:
    if not len(counters.table):
        return None
    arrays = counters.arrays
    return _Tables(counters.table, None if arrays is None else {name: each.table for name, each in arrays.items()})


def _counters(plain: Any, info: ValidationInfo) -> Counters:  # noqa: ANN401 (whatever a child sends)
    if plain is None:
        return Counters()
    tables = _TABLES.validate_python(plain, context=info.context)
    arrays = None if tables.arrays is None else {name: _counted(each) for name, each in tables.arrays.items()}
    return replace(_counted(tables.lines), arrays=arrays)


def _counted(table: np.ndarray) -> Counters:
    if table.dtype != np.int64 or table.shape[1:] != (len(COLUMNS),) or table.min(initial=0) < NONE:
        raise ValueError("a table of other columns")
    if table[:, _NEEDED].min(initial=0) < 0:
        raise ValueError("fewer than none")
    return Counters(table)


Counts = Annotated[Counters, PlainValidator(_counters), PlainSerializer(_tables, return_type=_Tables | None)]
