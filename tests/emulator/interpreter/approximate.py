"""The approximate functions of PTX: defined here by the exact value rounded to nearest, with the error that PTX allows.

A GPU's own result may differ by as much as `MAX_ERROR` says; tests compare within it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.emulator.interpreter import formats
from tests.emulator.interpreter.floating import Modifiers, format_of, read, write
from tests.emulator.interpreter.formats import F32, F64, Finite, Infinite, NaN, Real


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a result may be off: relative to the exact value, or absolute where that is larger."""

    relative: float = 0.0
    absolute: float = 0.0


MAX_ERROR = {
    "rcp.approx.f32": Tolerance(2**-23),
    "sqrt.approx.f32": Tolerance(2**-23),
    "rsqrt.approx.f32": Tolerance(2**-22.9),
    "sin.approx.f32": Tolerance(absolute=2**-20.5),
    "cos.approx.f32": Tolerance(absolute=2**-20.5),
    "lg2.approx.f32": Tolerance(2**-22, 2**-22),
    "ex2.approx.f32": Tolerance(2**-22),
    "tanh.approx.f32": Tolerance(2**-11),
    "div.approx.f32": Tolerance(2**-22),
    "div.full.f32": Tolerance(2**-22),
    "rcp.approx.f64": Tolerance(2**-20),
    "rsqrt.approx.f64": Tolerance(2**-20),
    "ex2.approx.f16": Tolerance(2**-9.9),
    "tanh.approx.f16": Tolerance(absolute=2**-10.987),
    "ex2.approx.bf16": Tolerance(2**-7),
    "tanh.approx.bf16": Tolerance(absolute=2**-8),
}
"""The error bounds that the manual states, by instruction without `.ftz`; the sine's and cosine's hold in [−π, π]."""

_INVERSE_OF_TURN = 0x3E22F983
"""1 / 2π as f32."""


def div(modifiers: Modifiers, left: int, right: int) -> int:
    """`div.{approx,full}{.ftz}.f32`; `.approx` gives 0 (or NaN for an infinite dividend) for divisors above 2^126."""
    dividend, divisor = read(modifiers, left), read(modifiers, right)
    if "approx" in modifiers and isinstance(divisor, Finite) and abs(divisor.fraction) > 2**126:
        negative = not isinstance(dividend, NaN) and dividend.negative != divisor.negative
        dividend = NaN(0) if isinstance(dividend, (NaN, Infinite)) else Finite(negative, 0, 0)
        return write(modifiers, dividend)
    return write(modifiers, formats.divide(dividend, divisor, format_of(modifiers).precision))


def rcp(modifiers: Modifiers, value: int) -> int:
    """`rcp.approx{.ftz}.{f32,f64}`; in double precision the low 32 bits of the result are zero."""
    number_format = format_of(modifiers)
    one = Finite(False, 1, 0)
    return _narrow(modifiers, formats.divide(one, _upper(modifiers, value), number_format.precision))


def rsqrt(modifiers: Modifiers, value: int) -> int:
    """`rsqrt.approx{.ftz}.{f32,f64}`: ±0 give ±infinity; below zero a NaN."""
    number = _upper(modifiers, value)
    precision = format_of(modifiers).precision
    if formats.is_zero(number):
        assert isinstance(number, Finite)
        return _narrow(modifiers, Infinite(number.negative))
    root = formats.square_root(number, precision + 4)
    return _narrow(modifiers, formats.divide(Finite(False, 1, 0), root, precision))


def _upper(modifiers: Modifiers, value: int) -> Real:
    """The operand; of a double with `.ftz` the hardware reads the upper 32 bits alone."""
    kept = value & ~0xFFFFFFFF if format_of(modifiers) is F64 and "ftz" in modifiers else value
    return read(modifiers, kept)


def _narrow(modifiers: Modifiers, value: Real) -> int:
    bits = write(modifiers, value)
    return bits & ~0xFFFFFFFF if format_of(modifiers) is F64 else bits


def sqrt(modifiers: Modifiers, value: int) -> int:
    """`sqrt.approx{.ftz}.f32`."""
    return write(modifiers, formats.square_root(read(modifiers, value), format_of(modifiers).precision))


def ex2(modifiers: Modifiers, value: int) -> int:
    """`ex2.approx{.ftz}.type`: 2 to the power of the operand."""
    number = read(modifiers, value)
    if isinstance(number, Infinite):
        return write(modifiers, Finite(False, 0, 0) if number.negative else number)
    return write(modifiers, _apply(number, _exp2))


def lg2(modifiers: Modifiers, value: int) -> int:
    """`lg2.approx{.ftz}.f32`: the logarithm to base 2; −infinity at ±0, NaN below."""
    number = read(modifiers, value)
    if formats.is_zero(number):
        return write(modifiers, Infinite(True))
    if not isinstance(number, NaN) and number.negative:
        return write(modifiers, NaN(0))
    return write(modifiers, number if isinstance(number, Infinite) else _apply(number, math.log2))


def sin(modifiers: Modifiers, value: int) -> int:
    """`sin.approx{.ftz}.f32`, in radians."""
    return _circular(modifiers, value, math.sin)


def cos(modifiers: Modifiers, value: int) -> int:
    """`cos.approx{.ftz}.f32`, in radians."""
    return _circular(modifiers, value, math.cos)


def _circular(modifiers: Modifiers, value: int, function: Callable[[float], float]) -> int:
    """The hardware counts turns, in single precision rounded to zero: far out the angle is coarse, and ends at 0."""
    number = read(modifiers, value)
    if isinstance(number, Infinite):
        return write(modifiers, NaN(0))
    turns = formats.multiply(number, F32.decode(_INVERSE_OF_TURN))
    if isinstance(turns, Finite):
        turns = F32.decode(F32.encode(turns, "rz"))
    return write(modifiers, _apply(turns, lambda count: function(2 * math.pi * math.remainder(count, 1.0))))


def tanh(modifiers: Modifiers, value: int) -> int:
    """`tanh.approx.type`."""
    number = read(modifiers, value)
    if isinstance(number, Infinite):
        return write(modifiers, Finite(number.negative, 1, 0))
    return write(modifiers, _apply(number, math.tanh))


def _apply(number: Real, function: Callable[[float], float]) -> Real:
    """`function` in double precision; the sign of zero is kept where the function keeps it."""
    if isinstance(number, NaN):
        return number
    assert isinstance(number, Finite)
    argument = math.copysign(float(abs(number.fraction)), -1.0 if number.negative else 1.0)
    result = function(argument)
    if math.isinf(result):
        return Infinite(result < 0)
    exact = Fraction(result)
    return Finite(math.copysign(1.0, result) < 0, abs(exact.numerator), 1 - exact.denominator.bit_length())


def _exp2(exponent: float) -> float:
    if exponent > 1023:
        return math.inf
    return 0.0 if exponent < -1074 else 2.0**exponent
