"""A recording of a product by its letters: C (M×N) = A (M×K) · B (K×N)."""

from __future__ import annotations

from typing import NamedTuple

from grader.results import Recording

PRODUCT = "matmul"
"""The lab whose lesson and pictures are those of tiled products."""


class Shape(NamedTuple):
    """The sizes of a product."""

    M: int
    K: int
    N: int


def shape_of(recording: Recording) -> Shape:
    """The recorded product's sizes."""
    return Shape(**recording.sizes)


def values_of(recording: Recording, matrix: str) -> tuple[float, ...]:
    """What a matrix holds, row by row."""
    return recording.buffers[matrix].values
