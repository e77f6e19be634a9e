"""The counts of a launch on their way between processes: a table, as every launch has a row for each source line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any, overload

import numpy as np
from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationInfo

from grader.devices.wire import Array
from grader.emulator.run import Counters, LineCounters

_NAMES = tuple(field.name for field in fields(LineCounters))
_OPTIONAL = tuple(field.name for field in fields(LineCounters) if field.default is None)
_NEEDED = [place for place, name in enumerate(_NAMES) if name not in _OPTIONAL]
_NONE = -1
_row: Any = attrgetter(*_NAMES)


class _Lines(Sequence[LineCounters]):
    """The rows of a table, made when somebody asks: of most launches nobody does."""

    def __init__(self, table: np.ndarray) -> None:
        self._table = table

    @cached_property
    def _rows(self) -> list[LineCounters]:
        return [_line(row) for row in self._table.tolist()]

    @overload
    def __getitem__(self, place: int) -> LineCounters: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[LineCounters]: ...

    def __getitem__(self, place: int | slice) -> LineCounters | Sequence[LineCounters]:
        return self._rows[place]

    def __len__(self) -> int:
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _table(counters: Counters) -> np.ndarray | None:
    if not counters.lines:
        return None
    rows = [[_NONE if amount is None else amount for amount in _row(line)] for line in counters.lines]
    return np.array(rows, np.int64).reshape(-1, len(_NAMES))


def _counters(plain: Any, info: ValidationInfo) -> Counters:  # noqa: ANN401 (whatever a child sends)
    if plain is None:
        return Counters()
    table = _ARRAY.validate_python(plain, context=info.context)
    if table.dtype != np.int64 or table.shape[1:] != (len(_NAMES),) or (table < _NONE).any():
        raise ValueError("a table of other columns")
    if (table[:, _NEEDED] < 0).any():
        raise ValueError("fewer than none")
    return Counters(_Lines(table))


def _line(row: Sequence[int]) -> LineCounters:
    amounts: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
    return LineCounters(**{**amounts, **{name: None for name in _OPTIONAL if amounts[name] == _NONE}})


_ARRAY: TypeAdapter[np.ndarray] = TypeAdapter(Array)
Counts = Annotated[Counters, PlainValidator(_counters), PlainSerializer(_table, return_type=Array | None)]
