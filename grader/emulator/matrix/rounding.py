"""How tensor cores add up, as whole-number arithmetic: the definition that machine code and tests are held against.

An element of A · B + C is made in steps of `step` products. In each, the products are exact and so is C (or what the
step before gave); all of them are lined up with the one of the greatest exponent, keep `extra_bits` bits below the
last bit of an f32 there, lose the rest, and are added exactly. The sum is cut to f32, or rounded to the nearest f16.
IEEE arithmetic would round once, or at each addition; so results differ from those of `fma` in the last bits.

The parameters for compute capability 9.0 give what an H200 gives, bit for bit (`scripts/fit_matrix.py` finds them in a
recording). Those for 8.0 are what others have measured on an A100; nothing here is held against one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Rounding:
    """How one type of operands is added up: products a step, bits kept below the last one of an f32."""

    step: int
    extra_bits: int


ROUNDING = {
    80: {"f16": Rounding(8, 1), "bf16": Rounding(8, 1), "tf32": Rounding(4, 1)},
    90: {"f16": Rounding(16, 2), "bf16": Rounding(16, 2), "tf32": Rounding(8, 2)},
}
EMULATED = 90


def rounding_of(kind: str, capability: int = EMULATED) -> Rounding:
    """The parameters for operands of a type."""
    return ROUNDING[capability][kind]


class Term(NamedTuple):
    """A signed whole number times a power of two."""

    number: int
    exponent: int
