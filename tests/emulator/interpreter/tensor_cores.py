"""Define how tensor cores add up, in whole-number arithmetic: machine code is compared with this.

An element of A · B + C is made in steps of `step` products. In each, the products are exact, and so is C (or what the
step before gave). All of them are lined up with the greatest exponent among them, keep `extra_bits` bits below the
last bit that an f32 has there, lose the rest, and are added exactly. The sum is cut to f32, or rounded to the nearest
f16 where both C and D are f16; a zero is positive. If one of them is f32, C becomes f32 before, and D the nearest f16
after. IEEE arithmetic would round once, or at each addition; so results differ from those of `fma` in the last bits.

A product's exponent is the sum of its factors' exponents, whatever its leading bit; subnormal factors have the least
exponent of their type, and a product with a zero has none. The exponent to line up with is not below −133.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.emulator.matrix.fragments import Rounding

F32_BITS = 23
LEAST_EXPONENT = -133


def type_of_sums(c_type: str, d_type: str) -> str:
    """What tensor cores compute in; only with both in half precision is it that."""
    return "f16" if c_type == d_type == "f16" else "f32"


class ExactTerm(NamedTuple):
    """A signed whole number times a power of two; `exponent` is that of the power in it that leads, as lined up by."""

    number: int
    power: int
    exponent: int


@dataclass(frozen=True, slots=True)
class Float:
    """A binary format: its exponent and fraction, and low bits that an instruction ignores."""

    exponent_bits: int
    fraction_bits: int
    ignored: int = 0

    @property
    def bias(self) -> int:
        """The exponent's bias."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def top(self) -> int:
        """The biased exponent of infinities and NaNs."""
        return (1 << self.exponent_bits) - 1

    def split(self, bits: int) -> tuple[int, int, int]:
        """Sign, biased exponent and fraction."""
        bits >>= self.ignored
        fraction = bits & ((1 << self.fraction_bits) - 1)
        biased = bits >> self.fraction_bits & self.top
        return bits >> (self.fraction_bits + self.exponent_bits) & 1, biased, fraction

    def term(self, bits: int) -> ExactTerm:
        """The value of finite bits."""
        sign, biased, fraction = self.split(bits)
        number = fraction | (1 << self.fraction_bits if biased else 0)
        exponent = max(biased, 1) - self.bias
        return ExactTerm(-number if sign else number, exponent - self.fraction_bits, exponent)

    def special(self, bits: int) -> float | None:
        """An infinity or a NaN; None for a finite number."""
        sign, biased, fraction = self.split(bits)
        if biased != self.top:
            return None
        return float("nan") if fraction else float("-inf" if sign else "inf")


FLOATS = {
    "f16": Float(5, 10),
    "bf16": Float(8, 7),
    "tf32": Float(8, 10, ignored=13),
    "f32": Float(8, 23),
}
_NAN = {"f32": 0x7FFFFFFF, "f16": 0x7FFF}


def accumulate(a: Sequence[int], b: Sequence[int], c: int, kind: str, c_type: str, d_type: str, rules: Rounding) -> int:
    """One element of D from a row of A, a column of B and an element of C, all as bits."""
    special = _special_sum(a, b, c, kind, c_type)
    if special is not None:
        return _special_bits(special, d_type)
    floats = FLOATS[kind]
    sum_type = type_of_sums(c_type, d_type)
    total = c if c_type == sum_type else _converted(c, c_type, sum_type)
    for first in range(0, len(a), rules.step):
        pairs = zip(a[first : first + rules.step], b[first : first + rules.step], strict=True)
        products = [_product(floats.term(x), floats.term(y)) for x, y in pairs]
        if FLOATS[sum_type].special(total) is not None:
            break
        total = _step([*products, FLOATS[sum_type].term(total)], sum_type, rules)
    return total if d_type == sum_type else _converted(total, sum_type, d_type)


def _converted(bits: int, kind: str, wanted: str) -> int:
    """The same in f32, or the nearest in f16; an infinity that a sum has come to stays one."""
    special = FLOATS[kind].special(bits)
    if special is not None:
        return _special_bits(special, wanted)
    term = FLOATS[kind].term(bits)
    return _rounded(term.number, term.power, wanted)


def _product(x: ExactTerm, y: ExactTerm) -> ExactTerm:
    return ExactTerm(x.number * y.number, x.power + y.power, x.exponent + y.exponent)


def _step(terms: Sequence[ExactTerm], d_type: str, rules: Rounding) -> int:
    """Line up, cut, add, round."""
    leading = [term.exponent for term in terms if term.number]
    if not leading:
        return 0
    last = max(*leading, LEAST_EXPONENT) - F32_BITS - rules.extra_bits
    total = _rounded(sum(_cut(term, last) for term in terms), last, d_type)
    return total if FLOATS[d_type].term(total).number else 0


def _cut(term: ExactTerm, last: int) -> int:
    """The term in units of 2 to the `last`, without what is below."""
    shift = last - term.power
    if shift <= 0:
        return term.number << -shift
    size = abs(term.number) >> shift
    return -size if term.number < 0 else size


def _rounded(number: int, power: int, d_type: str) -> int:
    """`number` · 2^`power` as bits of an f32, cut, or of an f16, rounded to the nearest."""
    floats = FLOATS[d_type]
    sign = int(number < 0) << (floats.exponent_bits + floats.fraction_bits)
    size = abs(number)
    least = 1 - floats.bias - floats.fraction_bits
    last = max(power + size.bit_length() - 1 - floats.fraction_bits, least)
    shift = last - power
    kept = size << -shift if shift <= 0 else size >> shift
    if d_type == "f16" and shift > 0:
        lost, half = size & ((1 << shift) - 1), 1 << (shift - 1)
        kept += lost > half or (lost == half and kept & 1 == 1)
    bits = kept + ((last - least) << floats.fraction_bits) if kept >> floats.fraction_bits else kept
    return sign | min(bits, floats.top << floats.fraction_bits)


def _special_sum(a: Sequence[int], b: Sequence[int], c: int, kind: str, c_type: str) -> float | None:
    """The sum where an operand is infinite or no number; None where none is."""
    floats = FLOATS[kind]
    found = [floats.special(x) for x in (*a, *b)] + [FLOATS[c_type].special(c)]
    if all(each is None for each in found):
        return None
    total = _stand_in(c, c_type)
    for x, y in zip(a, b, strict=True):
        total += _stand_in(x, kind) * _stand_in(y, kind)
    return total if total != total or abs(total) == float("inf") else None


def _stand_in(bits: int, kind: str) -> float:
    """A number that behaves as the operand does in sums with infinities: 0, 1 or −1 for finite ones."""
    special = FLOATS[kind].special(bits)
    if special is not None:
        return special
    number = FLOATS[kind].term(bits).number
    return float((number > 0) - (number < 0))


def _special_bits(value: float, d_type: str) -> int:
    floats = FLOATS[d_type]
    if value != value:
        return _NAN[d_type]
    sign = int(value < 0) << (floats.exponent_bits + floats.fraction_bits)
    return sign | floats.top << floats.fraction_bits
