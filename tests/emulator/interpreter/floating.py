"""Floating-point arithmetic of PTX (ISA manual, 9.7.3 to 9.7.5): every result exact, then rounded once.

Single and half precision give the canonical NaN, 0x7fffffff or 0x7fff, `neg` and `abs` too. Double precision keeps
the payload of a NaN operand (made quiet). `.ftz` flushes a result that is tiny after rounding with any exponent.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.emulator.interpreter import formats
from tests.emulator.interpreter.formats import FORMATS, ROUNDINGS, Finite, Format, NaN, Real

Modifiers = tuple[str, ...]


def format_of(modifiers: Modifiers) -> Format:
    """The format that the type, the last modifier, names."""
    return FORMATS[modifiers[-1]]


def rounding_of(modifiers: Modifiers) -> str:
    """The rounding named, or to nearest even."""
    return next((each for each in modifiers if each in ROUNDINGS), "rn")


def read(modifiers: Modifiers, bits: int) -> Real:
    """An operand as a number, subnormals flushed for `.ftz`."""
    number_format = format_of(modifiers)
    bits &= (1 << number_format.width) - 1
    return number_format.decode(number_format.flush(bits) if "ftz" in modifiers else bits)


def write(modifiers: Modifiers, value: Real, nan: int | None = None) -> int:
    """A result as bits: rounded once, then `.ftz`, `.sat` and `.relu`. `nan` replaces the format's own NaN."""
    number_format = format_of(modifiers)
    bits = number_format.encode(value, rounding_of(modifiers))
    if isinstance(value, NaN) and nan is not None:
        bits = nan
    if "ftz" in modifiers and number_format.is_tiny(value, rounding_of(modifiers)):
        bits &= number_format.sign_bit
    if "sat" in modifiers:
        bits = number_format.saturate(bits)
    if "relu" in modifiers and bits & number_format.sign_bit and not number_format.is_nan(bits):
        bits = 0
    return bits


def propagated_nan(modifiers: Modifiers, *operands: int) -> int | None:
    """In double precision, the first NaN among the operands, made quiet; else None (the canonical one)."""
    number_format = format_of(modifiers)
    if number_format.name != "f64":
        return None
    quiet = 1 << (number_format.fraction_bits - 1)
    return next((bits | quiet for bits in operands if number_format.is_nan(bits)), None)


def add(modifiers: Modifiers, left: int, right: int) -> int:
    """`add{.rnd}{.ftz}{.sat}.type`."""
    total = formats.add(read(modifiers, left), read(modifiers, right), rounding_of(modifiers))
    return write(modifiers, total, propagated_nan(modifiers, left, right))


def sub(modifiers: Modifiers, left: int, right: int) -> int:
    """`sub{.rnd}{.ftz}{.sat}.type`: the sum with the second operand negated."""
    difference = formats.add(read(modifiers, left), formats.negate(read(modifiers, right)), rounding_of(modifiers))
    return write(modifiers, difference, propagated_nan(modifiers, left, right))


def mul(modifiers: Modifiers, left: int, right: int) -> int:
    """`mul{.rnd}{.ftz}{.sat}.type`."""
    product = formats.multiply(read(modifiers, left), read(modifiers, right))
    return write(modifiers, product, propagated_nan(modifiers, left, right))


def fma(modifiers: Modifiers, left: int, right: int, addend: int) -> int:
    """`fma.rnd{.ftz}{.sat}{.relu}.type`: product and sum exact, rounded once. `mad` on floats is the same."""
    product = formats.multiply(read(modifiers, left), read(modifiers, right))
    total = formats.add(product, read(modifiers, addend), rounding_of(modifiers))
    return write(modifiers, total, propagated_nan(modifiers, left, right, addend))


def div(modifiers: Modifiers, left: int, right: int) -> int:
    """`div.rnd{.ftz}.type`; `.approx` and `.full` are defined here as rounded to nearest (see `approximate`)."""
    number_format = format_of(modifiers)
    quotient = formats.divide(read(modifiers, left), read(modifiers, right), number_format.precision)
    return write(modifiers, quotient, propagated_nan(modifiers, left, right))


def rcp(modifiers: Modifiers, value: int) -> int:
    """`rcp.rnd{.ftz}.type`."""
    number_format = format_of(modifiers)
    one = number_format.decode(number_format.one)
    quotient = formats.divide(one, read(modifiers, value), number_format.precision)
    return write(modifiers, quotient, propagated_nan(modifiers, value))


def sqrt(modifiers: Modifiers, value: int) -> int:
    """`sqrt.rnd{.ftz}.type`; −0 gives −0, below it a NaN."""
    root = formats.square_root(read(modifiers, value), format_of(modifiers).precision)
    return write(modifiers, root, propagated_nan(modifiers, value))


def neg(modifiers: Modifiers, value: int) -> int:
    """`neg{.ftz}.type`: the sign flipped; a NaN becomes the canonical one."""
    return _with_sign(modifiers, value, lambda negative: not negative)


def absolute(modifiers: Modifiers, value: int) -> int:
    """`abs{.ftz}.type`: the sign cleared; a NaN becomes the canonical one."""
    return _with_sign(modifiers, value, lambda _: False)


def _with_sign(modifiers: Modifiers, bits: int, choose: Callable[[bool], bool]) -> int:
    number_format = format_of(modifiers)
    bits &= (1 << number_format.width) - 1
    if number_format.is_nan(bits) and number_format.width < 64:
        return number_format.nan
    if "ftz" in modifiers:
        bits = number_format.flush(bits)
    negative = choose(bool(bits & number_format.sign_bit))
    body = bits & (number_format.sign_bit - 1)
    return body | number_format.sign_bit if negative else body


def copysign(modifiers: Modifiers, sign: int, value: int) -> int:
    """`copysign.type`: the second operand with the first one's sign; nothing else changes, in a NaN neither."""
    number_format = format_of(modifiers)
    return value & (number_format.sign_bit - 1) | sign & number_format.sign_bit


def minimum(modifiers: Modifiers, *operands: int) -> int:
    """`min{.ftz}{.NaN}{.xorsign.abs}.type`: −0 is less than +0; a NaN loses, or wins with `.NaN`."""
    return _extreme(modifiers, operands, smaller=True)


def maximum(modifiers: Modifiers, *operands: int) -> int:
    """`max{.ftz}{.NaN}{.xorsign.abs}.type`, likewise."""
    return _extreme(modifiers, operands, smaller=False)


def _extreme(modifiers: Modifiers, operands: tuple[int, ...], *, smaller: bool) -> int:
    number_format = format_of(modifiers)
    if "ftz" in modifiers:
        operands = tuple(number_format.flush(bits) for bits in operands)
    sign = 0
    if "xorsign" in modifiers:
        sign = (operands[0] ^ operands[1]) & number_format.sign_bit
        operands = tuple(bits & (number_format.sign_bit - 1) for bits in operands)
    numbers = [bits for bits in operands if not number_format.is_nan(bits)]
    if not numbers or ("NaN" in modifiers and len(numbers) < len(operands)):
        return number_format.nan
    best = (min if smaller else max)(numbers, key=lambda bits: _order(number_format, bits))
    return best | sign


def _order(number_format: Format, bits: int) -> int:
    """A key that sorts bit patterns as their numbers, −0 before +0."""
    body = bits & (number_format.sign_bit - 1)
    return -body - 1 if bits & number_format.sign_bit else body


def testp(modifiers: Modifiers, value: int) -> int:
    """`testp.{finite,infinite,number,notanumber,normal,subnormal}.type`; zero counts as normal, as the manual says."""
    number_format = format_of(modifiers)
    number = number_format.decode(value)
    body = value & (number_format.sign_bit - 1)
    subnormal = 0 < body < 1 << number_format.fraction_bits
    finite = isinstance(number, Finite)
    answers = {
        "finite": finite,
        "infinite": isinstance(number, formats.Infinite),
        "number": not isinstance(number, NaN),
        "notanumber": isinstance(number, NaN),
        "normal": finite and not subnormal,
        "subnormal": subnormal,
    }
    return int(answers[modifiers[0]])


def packed(evaluate: Callable[..., int]) -> Callable[..., int]:
    """The same operation on both lanes of `.f16x2` or `.bf16x2`."""

    def on_lanes(modifiers: Modifiers, *operands: int) -> int:
        inner = (*modifiers[:-1], modifiers[-1][:-2])
        low = evaluate(inner, *(bits & 0xFFFF for bits in operands))
        high = evaluate(inner, *(bits >> 16 & 0xFFFF for bits in operands))
        return low | high << 16

    return on_lanes
