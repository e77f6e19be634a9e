"""A variant as one number: the values of the macros that are defined from outside, such as 16 and 8, called 16x8.

The variant of one macro is that macro's value.
"""

from __future__ import annotations

from collections.abc import Sequence

_RADIX = 4096
"""More than a macro's largest value, 1024."""


def variant_of(values: Sequence[int]) -> int:
    """Return the number of a variant of macros with these values, from 1 to 1024."""
    return sum(value * _RADIX**place for place, value in enumerate(values))


def variant_values(number: int) -> tuple[int, ...]:
    """Return the values of the macros of a variant, in their order."""
    values = [number % _RADIX]
    while number := number // _RADIX:
        values.append(number % _RADIX)
    return tuple(values)


def variant_name(number: int) -> str:
    """Return the name of a variant: its values, `16x8`."""
    return "x".join(map(str, variant_values(number)))


def variant_named(name: str) -> int:
    """Return the number of the variant with this name. Raise `ValueError`."""
    return variant_of([int(value) for value in name.split("x")])
