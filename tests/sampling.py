"""Of a long table of kernels or programs some rows in every run, and all the others in the slow lane."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Row = TypeVar("Row")


def one_in(count: int, rows: Iterable[Row], ids: Callable[[Row], str] = str) -> list[object]:
    """As parameters of a test: the first row and every `count`th after it in every run; the rest is marked slow."""
    return [
        pytest.param(row, id=ids(row), marks=[pytest.mark.slow] * (number % count != 0))
        for number, row in enumerate(rows)
    ]
