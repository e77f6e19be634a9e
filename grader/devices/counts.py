"""The counts of a launch on their way between processes: a table, as every launch has a row for each source line."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationInfo

from grader.devices.wire import Array
from grader.emulator.run import Counters, LineTable

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
