"""What goes to the oracle's child and back: calls with their arguments, and what the functions gave.

Arrays travel as bytes beside a text, each once however often it stands in it. Nothing that comes back is unpickled.
The functions at the end turn what an oracle gave into what was asked for, or raise `ValueError` with what is wrong.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from grader.devices.wire import Array

NUMBERS = "fiub"
"""The kinds of NumPy's dtypes that an answer may have."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Stands for what an earlier call of the same question gave, as it gave it."""

    number: int


@dataclass(frozen=True, slots=True)
class Odd:
    """What a function gave where numbers are needed; the child tells no more of it than what it is."""

    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The request to import a file of an assignment, in the folder `root`, in so many seconds; and its functions."""

    root: str
    path: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleQuestion:
    """Some calls to be made in order.

    `traced` asks on which line the last function returned as well, which takes longer.
    """

    text: str
    arrays: tuple[Array, ...] = ()
    traced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleRequest:
    """The request to answer questions in order, up to one that fails; `seconds` are those of a core.

    A call may take so many, and no question begins once all have taken as many.
    """

    questions: tuple[OracleQuestion, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What each call gave, or the `problem` that kept one from giving anything, with its place; file as in the folder.

    `excessive` says of what it took more than it may, `seconds` how long it took by the child's clock.
    """

    text: str = "[]"
    arrays: tuple[Array, ...] = ()
    problem: str = ""
    function: str = ""
    file: str = ""
    line: int = 0
    excessive: Literal["", "time", "memory"] = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers to the questions of a request, as far as they were answered; the last one may be a failure."""

    answers: tuple[Answer, ...] = ()


@dataclass(slots=True)
class Packing:
    """A text in the making, with the arrays that stand in it."""

    arrays: list[np.ndarray] = field(default_factory=list)
    _places: dict[int, int] = field(default_factory=dict)
    _kept: list[np.ndarray] = field(default_factory=list)

    def text(self, value: object) -> str:
        """The value as JSON."""
        return json.dumps(self._plain(value))

    def _plain(self, value: object) -> object:
        if isinstance(value, np.ndarray):
            return {"array": self._place(value), "dtype": value.dtype.str, "shape": value.shape}
        if isinstance(value, np.random.Generator):
            return {"state": value.bit_generator.state}
        if isinstance(value, Earlier):
            return {"earlier": value.number}
        if isinstance(value, Odd):
            return {"odd": value.words}
        if isinstance(value, Mapping):
            return {"keys": list(map(str, value)), "values": [self._plain(each) for each in value.values()]}
        return [self._plain(each) for each in value] if isinstance(value, list | tuple) else value

    def _place(self, array: np.ndarray) -> int:
        if id(array) not in self._places:
            self._places[id(array)] = len(self.arrays)
            self._kept.append(array)  # as long as its place is known by its id
            self.arrays.append(np.ascontiguousarray(array).reshape(-1).view(np.uint8))
        return self._places[id(array)]


class Unpacking:
    """The other way; raises `ValueError` for what is none of `Packing`'s. `earlier` are the answers so far."""

    def __init__(self, arrays: Sequence[np.ndarray], earlier: Sequence[object] = ()) -> None:
        self._arrays, self._earlier = arrays, earlier
        self._made: dict[int, np.ndarray] = {}

    def value(self, plain: Any) -> Any:  # noqa: ANN401 (whatever was packed)
        """What `Packing.text` was given, from JSON that has been read."""
        if isinstance(plain, list):
            return [self.value(each) for each in plain]
        if not isinstance(plain, dict):
            return plain
        if "array" in plain:
            return self._array(plain["array"], np.dtype(plain["dtype"]), tuple(map(int, plain["shape"])))
        if "state" in plain:
            rng = np.random.default_rng()
            rng.bit_generator.state = plain["state"]
            return rng
        if "earlier" in plain:
            return self._earlier[plain["earlier"]]
        if "odd" in plain:
            return Odd(str(plain["odd"])[:200])
        return dict(zip(plain["keys"], map(self.value, plain["values"]), strict=True))

    def _array(self, place: int, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        if place not in self._made:
            data = self._arrays[place]
            if dtype.kind not in NUMBERS or data.dtype != np.uint8 or math.prod(shape) * dtype.itemsize != data.size:
                raise ValueError("an array that was not sent")
            self._made[place] = data.view(dtype).reshape(shape)
        return self._made[place]


_HALF_RANGE = 2.0**63


def described(value: object) -> str:
    """What a function gave, in words."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} of shape {value.shape}"
    return str(value) if not isinstance(value, dict) else f"a dictionary ({', '.join(value)})"


def held(name: str, value: object, buffer: np.ndarray) -> np.ndarray:
    """What a buffer is filled with, in its own element type; floats are rounded, whole numbers stay what they are."""
    values = _numbers(value, name, buffer.shape, scalars=False)
    with np.errstate(invalid="ignore", over="ignore"):
        made = np.ascontiguousarray(values.astype(buffer.dtype))
    if buffer.dtype.kind != "f" and not np.array_equal(made, values):
        raise ValueError(f"gave {_first(name, values, made != values)}, which an element of {buffer.dtype} cannot hold")
    return made


def exactly(value: object, name: str, buffer: np.ndarray) -> np.ndarray:
    """Return what an output must be: finite float64, or int64 (uint64 for it), wrapped as the hardware wraps."""
    values = _numbers(value, name, buffer.shape)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise ValueError(f"gave {_first(name, values, ~np.isfinite(values))}; a result must be a finite number")
    if buffer.dtype.kind == "f":
        return values.astype(np.float64)
    if values.dtype.kind == "f":
        whole = (values == np.rint(values)) & (np.abs(values) < _HALF_RANGE)
        if not whole.all():
            raise ValueError(f"gave {_first(name, values, ~whole)}; its elements are whole numbers ({buffer.dtype})")
    wide = buffer.dtype if buffer.dtype == np.uint64 else np.int64
    return values.astype(np.int64).astype(buffer.dtype).astype(wide)


def tolerance(value: object, name: str, buffer: np.ndarray) -> np.ndarray:
    """How far rounding may take each element of an output, in float64."""
    values = _numbers(value, name, buffer.shape).astype(np.float64)
    if not (values >= 0).all():
        raise ValueError(f"gave {_first(name, values, ~(values >= 0))}; a bound is a number from 0 up")
    return values


def _numbers(value: object, name: str, shape: tuple[int, ...], *, scalars: bool = True) -> np.ndarray:
    """The value as an array of this shape; one number may stand for all elements."""
    if not isinstance(value, np.ndarray) or (value.shape != shape and not (scalars and value.shape == ())):
        raise ValueError(f"gave {described(value)} for {name}; numbers of shape {shape} are needed")
    return np.array(np.broadcast_to(value, shape))


def _first(name: str, values: np.ndarray, wrong: np.ndarray) -> str:
    """The first element that is wrong, as a program would write it."""
    index = np.unravel_index(int(wrong.argmax()), wrong.shape)
    value = values[index].item()
    return f"{name}{''.join(f'[{place}]' for place in index)} = {f'{value:g}' if isinstance(value, float) else value}"
