"""Values between the grader and its child processes: dataclasses as JSON, their arrays as bytes beside it.

A field that is annotated with `Array` goes as bytes, whatever dataclass it is in. What comes back from a child is
checked against the dataclass that was asked for, so nonsense is one `ValidationError`, wherever in it the nonsense is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import numpy as np
from pydantic import (
    NonNegativeInt,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from grader.devices.frames import Arrays

__all__ = ["Array", "ValidationError", "make_ready", "pack", "unpack"]

T = TypeVar("T")


# The name of an array among those beside the JSON; its shape where it is packed to bits.
_PLACE: TypeAdapter[Any] = TypeAdapter(tuple[str] | tuple[str, tuple[NonNegativeInt, ...]])


def _put(array: np.ndarray, info: SerializationInfo) -> list[Any]:
    beside: Arrays = info.context  # type: ignore[assignment]
    name = str(len(beside))
    beside[name] = np.packbits(array) if array.dtype == np.bool_ else array
    return [name, array.shape] if array.dtype == np.bool_ else [name]


def _get(place: Any, info: ValidationInfo) -> np.ndarray:  # noqa: ANN401 (whatever a child sends)
    if isinstance(place, np.ndarray):
        return place
    name, *shapes = _PLACE.validate_python(place)
    array = info.context.get(name) if isinstance(info.context, dict) else None
    if not isinstance(array, np.ndarray):
        raise ValueError("an array that was not sent")
    if not shapes:
        return array
    count = math.prod(shapes[0])
    if array.dtype != np.uint8 or -(-count // 8) != array.size:
        raise ValueError("bits that are not of that shape")
    return np.unpackbits(array.reshape(-1), count=count).astype(bool).reshape(shapes[0])


Array = Annotated[np.ndarray, PlainValidator(_get), PlainSerializer(_put)]


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def _adapter(kind: type) -> TypeAdapter[Any]:
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def make_ready(*kinds: type) -> None:
    """Do now what the first value of each kind would wait for."""
    for kind in kinds:
        _adapter(kind)


def pack(value: object) -> tuple[Any, Arrays]:
    """A dataclass as JSON, and the arrays in it."""
    arrays: Arrays = {}
    return _adapter(type(value)).dump_python(value, mode="json", context=arrays), arrays


def unpack(kind: type[T], plain: object, arrays: Mapping[str, np.ndarray]) -> T:
    """The dataclass that `pack` took apart. Raises `ValidationError` where it is none of that kind."""
    value: T = _adapter(kind).validate_python(plain, context=dict(arrays))
    return value
