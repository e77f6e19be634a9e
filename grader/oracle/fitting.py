"""What an oracle gave as what was asked for; each function raises `ValueError` with what is wrong with it."""

from __future__ import annotations

import numpy as np

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
