"""Messages to the oracle's child and back: calls with their arguments, and the functions' results.

Arrays travel as bytes beside a text, each only once. Nothing that comes back is unpickled. The functions at the end
convert results to what was asked for, or raise `ValueError` with what is wrong.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from grader.devices.wire import Array
from grader.layouts import ElementLayout

NUMBERS = "fiub"
"""The kinds of NumPy's dtypes that an answer may have."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Stands for the result of an earlier call of the same question, unchanged."""

    number: int


@dataclass(frozen=True, slots=True)
class Odd:
    """A result that is not numbers; the child sends only a description of it."""

    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The request to import a file of an assignment in the folder `root` within a time limit; returns its functions."""

    root: str
    path: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleQuestion:
    """Some calls to make in order.

    `traced` also asks on which line the last function returned, which takes longer.
    """

    text: str
    arrays: tuple[Array, ...] = ()
    traced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OracleRequest:
    """The request to answer questions in order, up to one that fails; `seconds` are CPU time.

    They limit each call, and no question begins once all have taken as much.
    """

    questions: tuple[OracleQuestion, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The results of the calls, or the `problem` that prevented one, with its place; file as in the folder.

    `excessive` says which limit was exceeded, `seconds` how long it took by the child's clock.
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
    """The answers to the questions of a request, up to the last that was answered, which may be a failure."""

    answers: tuple[Answer, ...] = ()


@dataclass(slots=True)
class Packing:
    """Builds a text and collects its arrays."""

    arrays: list[np.ndarray] = field(default_factory=list)
    _places: dict[int, int] = field(default_factory=dict)
    _kept: list[np.ndarray] = field(default_factory=list)

    def text(self, value: object) -> str:
        """Return the value as JSON."""
        return json.dumps(self._plain(value))

    def _plain(self, value: object) -> object:
        if isinstance(value, np.ndarray):
            if id(value) not in self._places:
                self._places[id(value)] = len(self.arrays)
                self._kept.append(value)  # as long as its place is known by its id
                self.arrays.append(np.ascontiguousarray(value).reshape(-1).view(np.uint8))
            kind = value.dtype.descr if value.dtype.names else value.dtype.str
            return {"array": self._places[id(value)], "dtype": kind, "shape": value.shape}
        if isinstance(value, np.random.Generator):
            return {"state": value.bit_generator.state}
        if isinstance(value, Earlier):
            return {"earlier": value.number}
        if isinstance(value, Odd):
            return {"odd": value.words}
        if isinstance(value, Mapping):
            return {"keys": list(map(str, value)), "values": [self._plain(each) for each in value.values()]}
        return [self._plain(each) for each in value] if isinstance(value, list | tuple) else value


class Unpacking:
    """Reads what `Packing` wrote, or raises `ValueError`. `earlier` are the results so far."""

    def __init__(self, arrays: Sequence[np.ndarray], earlier: Sequence[object] = ()) -> None:
        self._arrays, self._earlier = arrays, earlier
        self._made: dict[int, np.ndarray] = {}

    def value(self, plain: Any) -> Any:  # noqa: ANN401 (whatever was packed)
        """Return what `Packing.text` was given, from parsed JSON."""
        if isinstance(plain, list):
            return [self.value(each) for each in plain]
        if not isinstance(plain, dict):
            return plain
        if "array" in plain:
            kind = plain["dtype"]
            dtype = np.dtype(kind if isinstance(kind, str) else [(str(name), str(code)) for name, code in kind])
            return self._array(plain["array"], dtype, tuple(map(int, plain["shape"])))
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
            kinds = {dtype[name].kind for name in dtype.names} if dtype.names else {dtype.kind}
            size = math.prod(shape) * dtype.itemsize
            if not kinds <= set(NUMBERS) or data.dtype != np.uint8 or size != data.size:
                raise ValueError("an array that was not sent")
            self._made[place] = data.view(dtype).reshape(shape)
        return self._made[place]


_HALF_RANGE = 2.0**63
CHECK = "check"
"""The function that judges results instead of saying what they are."""
MOST_OBJECTIONS, MOST_PLACES = 16, 1 << 20
"""Limits of what a check yields, and of the places in one buffer that one sentence is about."""


def described(value: object) -> str:
    """Return a description of a function's result."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} of shape {value.shape}"
    if isinstance(value, dict) and not value:
        return "an empty dictionary"
    return str(value) if not isinstance(value, dict) else f"a dictionary ({', '.join(value)})"


Converted = Callable[[object, str, np.ndarray], np.ndarray]
"""Returns a function's result for a buffer of this name and content; raises `ValueError`."""


def by_member(convert: Converted, value: object, name: str, buffer: np.ndarray, layout: ElementLayout) -> np.ndarray:
    """Return what `convert` makes of a function's result for a buffer, of a struct's member by member."""
    if not layout.is_struct:
        return convert(value, name, buffer)
    if not isinstance(value, Mapping) and np.shape(value):  # type: ignore[call-overload]
        raise ValueError(f"gave {described(value)} for {name}; its members are needed: {', '.join(layout.members)}")
    columns = []
    for number, (member, element) in enumerate(zip(layout.members, layout.types, strict=True)):
        if isinstance(value, Mapping) and member not in value:
            raise ValueError(f"gives no {name}.{member}; it gave {described(value)}")
        part = value[member] if isinstance(value, Mapping) else value
        columns.append(convert(part, f"{name}.{member}", buffer[..., number].astype(element.dtype)))
    return np.stack(columns, axis=-1)


def held(value: object, name: str, buffer: np.ndarray) -> np.ndarray:
    """Return a buffer's content in its own element type; floats are rounded, integers must fit."""
    values = _numbers(value, name, buffer.shape, scalars=False)
    with np.errstate(invalid="ignore", over="ignore"):
        made = np.ascontiguousarray(values.astype(buffer.dtype))
    if buffer.dtype.kind != "f" and not np.array_equal(made, values):
        raise ValueError(f"gave {_first(name, values, made != values)}, which an element of {buffer.dtype} cannot hold")
    return made


def exactly(value: object, name: str, buffer: np.ndarray) -> np.ndarray:
    """Return the right content of an output: finite float64, or int64 (uint64 for it), wrapped as in hardware."""
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


@dataclass(frozen=True, slots=True)
class Objection:
    """What a check says against results: a sentence for the student, and flat places by buffer, in row order.

    `stopped`: the check itself failed, or took too long.
    """

    sentence: str
    places: Mapping[str, np.ndarray]
    stopped: bool = False


def objections(answer: object, outputs: Mapping[str, np.ndarray]) -> tuple[Objection, ...]:
    """Return what a check yielded about these outputs. Raise `ValueError` for what it cannot mean."""
    made = []
    for each in answer if isinstance(answer, list) else [answer]:
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[1], dict):
            raise ValueError(f"gave {described(each)}; it yields (sentence, {{buffer: indices}})")
        sentence, places = each
        strange = next((name for name in places if name not in outputs), None)
        if strange is not None:
            raise ValueError(f"yields places in {strange}; the judged buffers are {', '.join(outputs)}")
        made.append(Objection(str(sentence), {name: _flat(name, at, outputs[name]) for name, at in places.items()}))
    return tuple(made)


def _flat(name: str, places: np.ndarray, buffer: np.ndarray) -> np.ndarray:
    """Return places in a buffer in row order, from a mask, from whole numbers, or from rows of subscripts."""
    if places.dtype == bool and places.shape == buffer.shape:
        return np.flatnonzero(places)
    if buffer.ndim == 1 or not places.size:
        rows = places.reshape(-1, 1)
    elif places.shape[-1] == buffer.ndim:
        rows = places.reshape(-1, buffer.ndim)
    else:
        raise ValueError(f"yields indices of shape {places.shape} for {name}; its subscripts are {buffer.ndim} each")
    outside = ((rows < 0) | (rows >= buffer.shape)).any(axis=1) if places.size else np.zeros(0, bool)
    if outside.any():
        at = "".join(f"[{place}]" for place in rows[outside.argmax()])
        raise ValueError(f"yields {name}{at}, which is outside")
    return np.ravel_multi_index(tuple(rows.T), buffer.shape) if places.size else np.empty(0, np.int64)


def tolerance(value: object, name: str, buffer: np.ndarray) -> np.ndarray:
    """Return the rounding bound of each element of an output, in float64."""
    values = _numbers(value, name, buffer.shape).astype(np.float64)
    if not (values >= 0).all():
        raise ValueError(f"gave {_first(name, values, ~(values >= 0))}; a bound is a number from 0 up")
    return values


def _numbers(value: object, name: str, shape: tuple[int, ...], *, scalars: bool = True) -> np.ndarray:
    """Return the value as an array of this shape; one number may stand for all elements."""
    if not isinstance(value, np.ndarray) or (value.shape != shape and not (scalars and value.shape == ())):
        raise ValueError(f"gave {described(value)} for {name}; numbers of shape {shape} are needed")
    return np.array(np.broadcast_to(value, shape))


def _first(name: str, values: np.ndarray, wrong: np.ndarray) -> str:
    """Return the first wrong element as a program would write it."""
    index = np.unravel_index(int(wrong.argmax()), wrong.shape)
    value = values[index].item()
    return f"{name}{''.join(f'[{place}]' for place in index)} = {f'{value:g}' if isinstance(value, float) else value}"
