"""What buffers hold before a launch: random values, the same value, values that count."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import numpy as np

from grader.elements import ElementType
from grader.labs.data import Fill

_INTEGER_POISON = 0xDEADBEEFDEADBEEF
Filling = Callable[[Sequence[int], ElementType, np.random.Generator], np.ndarray]


def unwritten(shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """What a buffer holds that nothing has filled: a value that shows wherever it is used."""
    return np.full(shape, np.nan if dtype.kind == "f" else np.uint64(_INTEGER_POISON).astype(dtype), dtype)


def counting(up_to: int) -> Filling:
    """Values that count upwards from 1, and again after `up_to`."""

    def fill(shape: Sequence[int], element: ElementType, _: np.random.Generator) -> np.ndarray:
        return (np.arange(np.prod(shape)) % up_to + 1).reshape(shape).astype(element.dtype)

    return fill


def constant(value: float) -> Filling:
    """The same value everywhere."""
    return lambda shape, element, _: np.full(shape, value, element.dtype)


def _random(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Values away from zero, so that none that is missing goes unseen; both of the two that a bool has."""
    dtype = element.dtype
    if element.is_bool:
        return rng.integers(0, 2, shape, dtype.type)
    sign = 1 if dtype.kind == "u" else rng.integers(0, 2, shape) * 2 - 1
    return (sign * (rng.uniform(0.5, 1.5, shape) if dtype.kind == "f" else rng.integers(1, 100, shape))).astype(dtype)


def _index(shape: Sequence[int], element: ElementType, rng: np.random.Generator) -> np.ndarray:
    """Counts upwards from 1, and again after what a signed char holds with room to spare."""
    if element.is_bool:
        return (np.arange(np.prod(shape)).reshape(shape) % 2).astype(element.dtype)
    return counting(101)(shape, element, rng)


FILLINGS: dict[str, Filling] = {
    "random": _random,
    "zeros": constant(0),
    "ones": constant(1),
    "index": _index,
    "arange": lambda shape, element, _: np.arange(np.prod(shape)).reshape(shape).astype(element.dtype),
    "empty": lambda shape, element, _: unwritten(shape, element.dtype),
}
"""By the names that a buffer's own filling may have; `GenericConfig` and `check` say which of them may be written."""


def filling_of(fill: Fill) -> Filling:
    """The filling of a name, or of one number."""
    return FILLINGS[fill] if isinstance(fill, str) else constant(fill)


def generator(seed: int, name: str, *more: int) -> np.random.Generator:
    """Random numbers that the seed and a name decide."""
    return np.random.default_rng([seed, zlib.crc32(name.encode()), *more])
