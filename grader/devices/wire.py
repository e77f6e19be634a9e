"""Values sent between the grader and its child processes: dataclasses as JSON, arrays as bytes beside it.

A field annotated with `Array` is sent as bytes, in any dataclass. A child's answer is checked against the expected
dataclass: anything invalid in it raises one `ValidationError`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple, TypeVar

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

from grader.devices.frames import MAX_BODY_BYTES
from grader.elements import ELEMENTS

__all__ = ["Array", "ValidationError", "make_ready", "pack", "unpack"]

T = TypeVar("T")

_DTYPES = {element.code: element.dtype for element in ELEMENTS.values()}
_BITS = "b1"
_ALIGN = 8
_FILLING = np.zeros(_ALIGN, np.uint8)

# An array's offset in the bytes, its dtype and its shape.
_Count = Annotated[int, Field(ge=0, le=MAX_BODY_BYTES)]
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


class Packed(NamedTuple):
    """A dataclass as `frames.write_frame` takes it: class name, JSON, and its arrays in order."""

    name: str
    text: bytes
    parts: list[np.ndarray]


def pack(value: object) -> Packed:
    """Serialize a dataclass."""
    kind, sent = type(value), _Sent()
    return Packed(kind.__name__, _adapter(kind).dump_json((value,), context=sent), sent.parts)


def unpack(kind: type[T], text: bytes, body: np.ndarray) -> T:
    """Return the dataclass that `pack` serialized. Raise `ValidationError` for anything else."""
    value: T = _adapter(kind).validate_json(text, context=_Received(body, body.size))[0]
    return value
