"""Conversion (ISA manual, 9.7.9, `cvt`): every pair of integer and float types, each rounding."""

from __future__ import annotations

from tests.emulator.interpreter import formats
from tests.emulator.interpreter.floating import Modifiers, rounding_of
from tests.emulator.interpreter.formats import F32, FORMATS, Finite, Format, Infinite, NaN
from tests.emulator.interpreter.scalars import INTEGERS, WIDTH, clamp, limits, mask, to_integer

INTEGER_ROUNDINGS = ("rni", "rzi", "rmi", "rpi")


def cvt(modifiers: Modifiers, value: int, second: int | None = None) -> int:
    """`cvt{.rnd}{.ftz}{.relu}{.sat}.dtype.atype`; with two operands, packed: the first in the high half."""
    result, source = modifiers[-2], modifiers[-1]
    if second is not None:
        half = (*modifiers[:-2], result[:-2], source)
        return cvt(half, value) << 16 | cvt(half, second)
    if result == "tf32":
        return _to_tf32(modifiers, value)
    if source in INTEGERS:
        number = to_integer(value, source)
        return _from_integer(modifiers, number, result)
    bits = mask(value, WIDTH[source])
    if source == "f32" and "ftz" in modifiers and result not in ("f16", "bf16"):
        # A GPU keeps f32 subnormals on the way to a half: with `.rm` and `.rp` they are seen there.
        bits = F32.flush(bits)
    if result in INTEGERS:
        return _float_to_integer(modifiers, bits, FORMATS[source], result)
    return _float_to_float(modifiers, bits, FORMATS[source], FORMATS[result])


def _from_integer(modifiers: Modifiers, number: int, result: str) -> int:
    if result in INTEGERS:
        return clamp(number, result) if "sat" in modifiers else mask(number, WIDTH[result])
    target = FORMATS[result]
    bits = target.encode(formats.from_integer(number), rounding_of(modifiers))
    return target.saturate(bits) if "sat" in modifiers else bits


def _float_to_integer(modifiers: Modifiers, bits: int, source: Format, result: str) -> int:
    number = source.decode(bits)
    if isinstance(number, NaN):
        # The manual's rule: zero, but the top bit alone where either side is 64 bits wide.
        return 1 << (WIDTH[result] - 1) if source.width == 64 or WIDTH[result] == 64 else 0
    if isinstance(number, Infinite):
        return mask(limits(result)[0 if number.negative else 1], WIDTH[result])
    rounding = next(each for each in modifiers if each in INTEGER_ROUNDINGS)
    return clamp(formats.round_to_integer(number, rounding), result)


def _float_to_float(modifiers: Modifiers, bits: int, source: Format, target: Format) -> int:
    number = source.decode(bits)
    rounding = next((each for each in modifiers if each in INTEGER_ROUNDINGS), None)
    if rounding and isinstance(number, Finite):
        whole = formats.round_to_integer(number, rounding)
        number = Finite(number.negative, abs(whole), 0)
    result = target.encode(number, rounding_of(modifiers), saturate_overflow="satfinite" in modifiers)
    if isinstance(number, NaN):
        result = _converted_nan(bits, source, target)
    if target is F32 and "ftz" in modifiers and target.is_tiny(number, rounding_of(modifiers)):
        result &= target.sign_bit
    if "relu" in modifiers and result & target.sign_bit and not target.is_nan(result):
        result = 0
    return target.saturate(result) if "sat" in modifiers else result


def _converted_nan(bits: int, source: Format, target: Format) -> int:
    """From or to double precision, sign and payload stay, made quiet; bfloat16 to single only moves; else canonical."""
    if source.name == "bf16" and target.name == "f32":
        return bits << 16
    if "f64" not in (source.name, target.name):
        return target.nan
    sign = bits >> (source.width - 1) << (target.width - 1)
    more = target.fraction_bits - source.fraction_bits
    fraction = mask(bits, source.fraction_bits)
    fraction = fraction << more if more > 0 else fraction >> -more
    return sign | target.infinity | fraction | 1 << (target.fraction_bits - 1)


def _to_tf32(modifiers: Modifiers, value: int) -> int:
    """`cvt.{rna,rn,rz}{.relu}.tf32.f32`: 10 fraction bits kept, the low 13 bits zero, in a NaN as well."""
    number = F32.decode(mask(value, 32))
    if isinstance(number, NaN):
        return (mask(value, 32) if "rna" in modifiers else F32.nan) & ~0x1FFF
    if not isinstance(number, Finite):
        relu = "relu" in modifiers and isinstance(number, Infinite) and number.negative
        return 0 if relu else mask(value, 32)
    tf32 = Format("tf32", 19, 10, 127, 0x3FFFF)
    bits = tf32.encode(number, rounding_of(modifiers)) << 13
    return 0 if "relu" in modifiers and number.negative else bits
