"""Steps of a recorded block as columns, for sending between processes: there may be a million of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationInfo

from grader.devices.wire import Array
from grader.emulator.result import Counters, Event, LineTable

_OPS = ("load", "store", "fma", "barrier", "exit", "atomic")


@dataclass(frozen=True, slots=True)
class _Columns:
    """Rows of (thread, phase, line, index of the operation, index of the array's name, index, bits), and values."""

    rows: Array
    values: Array
    names: tuple[str, ...]


_COLUMNS: TypeAdapter[_Columns] = TypeAdapter(_Columns)


def _columns(events: Sequence[Event]) -> _Columns | None:
    if not events:
        return None  # as for most launches
    names = sorted({event.object for event in events})
    number = {name: index for index, name in enumerate(names)}
    ops = {op: index for index, op in enumerate(_OPS)}
    rows = [
        (thread, phase, line, ops[op], number[name], index, bits)
        for thread, phase, line, op, name, index, _, bits in events
    ]
    values = np.array([event.value for event in events], np.float64)
    return _Columns(np.array(rows, np.int64).reshape(-1, 7), values, tuple(names))


def _events(plain: Any, info: ValidationInfo) -> tuple[Event, ...]:  # noqa: ANN401 (whatever a child sends)
    if plain is None:
        return ()
    columns = _COLUMNS.validate_python(plain, context=info.context)
    rows, values, names = columns.rows, columns.values, columns.names
    if rows.shape[1:] != (7,) or rows.shape[:1] != values.shape or rows.dtype != np.int64 or values.dtype != np.float64:
        raise ValueError("columns that are not of one length")
    if len(rows) and ((rows[:, 3:5] < 0) | (rows[:, 3:5] >= (len(_OPS), len(names)))).any():
        raise ValueError("an operation or an array that has no name")
    thread, phase, line, op, number, index, bits = rows.T.tolist() if len(rows) else ((),) * 7
    ops, objects = [_OPS[each] for each in op], [names[each] for each in number]
    return tuple(map(Event, thread, phase, line, ops, objects, index, values.tolist(), bits))


Events = Annotated[Sequence[Event], PlainValidator(_events), PlainSerializer(_columns, return_type=_Columns | None)]


_NEEDED = [place for place, name in enumerate(LineTable.COLUMNS) if name not in LineTable.OPTIONAL]


def _table(counters: Counters) -> np.ndarray | None:
    return LineTable.of(counters.lines).table if counters.lines else None


def _counters(plain: Any, info: ValidationInfo) -> Counters:  # noqa: ANN401 (whatever a child sends)
    if plain is None:
        return Counters()
    table = _ARRAY.validate_python(plain, context=info.context)
    if table.dtype != np.int64 or table.shape[1:] != (len(LineTable.COLUMNS),) or table.min(initial=0) < LineTable.NONE:
        raise ValueError("a table of other columns")
    if table[:, _NEEDED].min(initial=0) < 0:
        raise ValueError("fewer than none")
    return Counters(LineTable(table))


_ARRAY: TypeAdapter[np.ndarray] = TypeAdapter(Array)
Counts = Annotated[Counters, PlainValidator(_counters), PlainSerializer(_table, return_type=Array | None)]
