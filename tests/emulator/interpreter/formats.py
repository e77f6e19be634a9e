"""IEEE 754 numbers as exact integers: bit patterns in, bit patterns out, any rounding, no host arithmetic in between.

A finite number is (sign, magnitude, exponent), worth ±magnitude · 2^exponent, with a magnitude of any length. So sums,
products and fused operations are exact, and each result is rounded exactly once, by `Format.encode`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import NamedTuple


class Finite(NamedTuple):
    """±magnitude · 2^exponent; zero keeps its sign."""

    negative: bool
    magnitude: int
    exponent: int

    @property
    def fraction(self) -> Fraction:
        """The value as a fraction (the sign of zero is lost)."""
        value = Fraction(self.magnitude) * Fraction(2) ** self.exponent
        return -value if self.negative else value


class Infinite(NamedTuple):
    """An infinity."""

    negative: bool


class NaN(NamedTuple):
    """A NaN with the bits it was read from."""

    bits: int


Real = Finite | Infinite | NaN

ROUNDINGS = ("rn", "rz", "rm", "rp", "rna")


@dataclass(frozen=True, slots=True)
class Format:
    """One binary floating-point format; `fraction_bits` excludes the hidden bit, `nan` is what results use."""

    name: str
    width: int
    fraction_bits: int
    bias: int
    nan: int

    @property
    def precision(self) -> int:
        """Significant bits, the hidden one included."""
        return self.fraction_bits + 1

    @property
    def least_exponent(self) -> int:
        """The exponent of the last bit of a subnormal."""
        return 1 - self.bias - self.fraction_bits

    @property
    def sign_bit(self) -> int:
        """The mask of the sign."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        """The pattern of +infinity."""
        return (2 * self.bias + 1) << self.fraction_bits

    @property
    def largest(self) -> int:
        """The pattern of the largest finite number."""
        return self.infinity - 1

    @property
    def one(self) -> int:
        """The pattern of 1."""
        return self.bias << self.fraction_bits

    def decode(self, bits: int) -> Real:
        """The number that `bits` stand for."""
        negative = bool(bits & self.sign_bit)
        body = bits & (self.sign_bit - 1)
        if body > self.infinity:
            return NaN(bits)
        if body == self.infinity:
            return Infinite(negative)
        biased = body >> self.fraction_bits
        fraction = body & ((1 << self.fraction_bits) - 1)
        if biased == 0:
            return Finite(negative, fraction, self.least_exponent)
        return Finite(negative, fraction | 1 << self.fraction_bits, self.least_exponent + biased - 1)

    def encode(self, value: Real, rounding: str = "rn", *, saturate_overflow: bool = False) -> int:
        """The bits of `value`, rounded once; `saturate_overflow` gives the largest finite number for infinity."""
        if isinstance(value, NaN):
            return self.nan
        sign = self.sign_bit if value.negative else 0
        if isinstance(value, Infinite):
            return sign | (self.largest if saturate_overflow else self.infinity)
        rounded, exponent = self._round(value, rounding)
        biased = exponent - self.least_exponent + 1
        if biased > 2 * self.bias:
            return sign | (self.largest if saturate_overflow else self._overflow(value.negative, rounding))
        if rounded < 1 << self.fraction_bits:
            return sign | rounded
        return sign | (biased << self.fraction_bits) + (rounded - (1 << self.fraction_bits))

    def _round(self, value: Finite, rounding: str) -> tuple[int, int]:
        """Significand and exponent of `value` at this precision, the exponent unbounded above."""
        if value.magnitude == 0:
            return 0, self.least_exponent
        exponent = max(value.exponent + value.magnitude.bit_length() - self.precision, self.least_exponent)
        rounded = round_shift(value.magnitude, exponent - value.exponent, rounding, value.negative)
        if rounded.bit_length() > self.precision:
            return rounded >> 1, exponent + 1
        return rounded, exponent

    def _overflow(self, negative: bool, rounding: str) -> int:
        away = {"rz": False, "rm": negative, "rp": not negative}.get(rounding, True)
        return self.infinity if away else self.largest

    def flush(self, bits: int) -> int:
        """`bits`, with a subnormal replaced by the zero of its sign (`.ftz`)."""
        body = bits & (self.sign_bit - 1)
        return bits & self.sign_bit if body < 1 << self.fraction_bits else bits

    def is_tiny(self, value: Real, rounding: str) -> bool:
        """Whether `value`, rounded as if exponents had no least, lies between zero and the least normal number."""
        if not isinstance(value, Finite) or value.magnitude == 0:
            return False
        exponent = value.exponent + value.magnitude.bit_length() - self.precision
        rounded = round_shift(value.magnitude, exponent - value.exponent, rounding, value.negative)
        return exponent + rounded.bit_length() < self.least_exponent + self.precision

    def is_nan(self, bits: int) -> bool:
        """Whether `bits` are a NaN."""
        return bits & (self.sign_bit - 1) > self.infinity

    def saturate(self, bits: int) -> int:
        """`bits` clamped to [0, 1]; a NaN gives +0 (`.sat`)."""
        if self.is_nan(bits) or bits & self.sign_bit:
            return 0
        return min(bits, self.one)


F16 = Format("f16", 16, 10, 15, 0x7FFF)
BF16 = Format("bf16", 16, 7, 127, 0x7FFF)
F32 = Format("f32", 32, 23, 127, 0x7FFFFFFF)
F64 = Format("f64", 64, 52, 1023, 0xFFF8000000000000)
FORMATS = {each.name: each for each in (F16, BF16, F32, F64)}


def round_shift(magnitude: int, shift: int, rounding: str, negative: bool) -> int:
    """`magnitude / 2^shift` as an integer, rounded; `rna` breaks ties away from zero, `rn` to even."""
    if shift <= 0:
        return magnitude << -shift
    kept, lost = magnitude >> shift, magnitude & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    if rounding == "rn":
        up = lost > half or (lost == half and kept & 1 == 1)
    elif rounding == "rna":
        up = lost >= half
    elif rounding == "rm":
        up = negative and lost > 0
    elif rounding == "rp":
        up = not negative and lost > 0
    else:
        up = False
    return kept + up


def add(left: Real, right: Real, rounding: str) -> Real:
    """The exact sum. An exact zero of opposite terms is −0 only when rounding down."""
    if isinstance(left, NaN) or isinstance(right, NaN):
        return left if isinstance(left, NaN) else right
    if isinstance(left, Infinite):
        clash = isinstance(right, Infinite) and left.negative != right.negative
        return NaN(0) if clash else left
    if isinstance(right, Infinite):
        return right
    exponent = min(left.exponent, right.exponent)
    total = _signed(left, exponent) + _signed(right, exponent)
    if total == 0:
        negative = left.negative if left.negative == right.negative else rounding == "rm"
        return Finite(negative, 0, 0)
    return Finite(total < 0, abs(total), exponent)


def _signed(value: Finite, exponent: int) -> int:
    magnitude = value.magnitude << (value.exponent - exponent)
    return -magnitude if value.negative else magnitude


def negate(value: Real) -> Real:
    """The opposite; a NaN stays as it is."""
    if isinstance(value, NaN):
        return value
    return value._replace(negative=not value.negative)


def multiply(left: Real, right: Real) -> Real:
    """The exact product."""
    if isinstance(left, NaN) or isinstance(right, NaN):
        return left if isinstance(left, NaN) else right
    negative = left.negative != right.negative
    if isinstance(left, Finite) and isinstance(right, Finite):
        return Finite(negative, left.magnitude * right.magnitude, left.exponent + right.exponent)
    if is_zero(left) or is_zero(right):
        return NaN(0)
    return Infinite(negative)


def divide(left: Real, right: Real, precision: int) -> Real:
    """The quotient, exact or with `precision` + 3 bits and a sticky last one, which any rounding reads rightly."""
    if isinstance(left, NaN) or isinstance(right, NaN):
        return left if isinstance(left, NaN) else right
    negative = left.negative != right.negative
    if isinstance(left, Infinite):
        return NaN(0) if isinstance(right, Infinite) else Infinite(negative)
    if isinstance(right, Infinite):
        return Finite(negative, 0, 0)
    if right.magnitude == 0:
        return NaN(0) if left.magnitude == 0 else Infinite(negative)
    shift = max(0, precision + 3 + right.magnitude.bit_length() - left.magnitude.bit_length())
    quotient, rest = divmod(left.magnitude << shift, right.magnitude)
    exponent = left.exponent - right.exponent - shift
    return Finite(negative, quotient << 1 | (rest != 0), exponent - 1)


def square_root(value: Real, precision: int) -> Real:
    """The square root, exact or with enough bits and a sticky last one; −0 stays −0."""
    if isinstance(value, NaN) or is_zero(value):
        return value
    if value.negative:
        return NaN(0)
    if isinstance(value, Infinite):
        return value
    shift = max(0, 2 * precision + 6 - value.magnitude.bit_length())
    shift += (value.exponent - shift) & 1
    scaled = value.magnitude << shift
    root = isqrt(scaled)
    return Finite(False, root << 1 | (root * root != scaled), (value.exponent - shift) // 2 - 1)


def is_zero(value: Real) -> bool:
    """Whether `value` is +0 or −0."""
    return isinstance(value, Finite) and value.magnitude == 0


def round_to_integer(value: Finite, rounding: str) -> int:
    """`value` as an integer, rounded to nearest even (`rni`), to zero, down or up (`rzi`, `rmi`, `rpi`)."""
    magnitude = round_shift(value.magnitude, -value.exponent, rounding.rstrip("i"), value.negative)
    return -magnitude if value.negative else magnitude


def from_integer(value: int) -> Finite:
    """An integer as an exact number; zero is +0."""
    return Finite(value < 0, abs(value), 0)


def compare(left: Real, right: Real) -> int | None:
    """−1, 0 or 1; None when either is a NaN. Zeros are equal whatever their signs."""
    if isinstance(left, NaN) or isinstance(right, NaN):
        return None
    if isinstance(left, Finite) and isinstance(right, Finite):
        exponent = min(left.exponent, right.exponent)
        difference = _signed(left, exponent) - _signed(right, exponent)
        return (difference > 0) - (difference < 0)
    ranks = [0 if isinstance(each, Finite) else -1 if each.negative else 1 for each in (left, right)]
    return (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])
