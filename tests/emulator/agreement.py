"""When two results of an instruction count as the same."""

from __future__ import annotations

from math import isinf, isnan

from tests.emulator.forms import Form
from tests.emulator.interpreter import MAX_ERROR
from tests.emulator.interpreter.formats import F32, FORMATS, Finite, Format, NaN


def lanes_of(form: Form, word: int) -> list[tuple[Format, int]]:
    """The floats in a result word; empty when it holds none."""
    kind = form.results[0]
    base = kind.removesuffix("x2")
    if base not in FORMATS:
        return []
    width = FORMATS[base].width
    count = 2 if kind != base else 1
    return [(FORMATS[base], word >> width * lane & ((1 << width) - 1)) for lane in range(count)]


def agree(form: Form, values: tuple[int, ...], left: int, right: int) -> bool:
    """Equal bits, or NaNs where PTX leaves their bits open, or approximations within their bound."""
    if left == right:
        return True
    pairs = list(zip(lanes_of(form, left), lanes_of(form, right), strict=True))
    if not pairs:
        return False
    return all(_same(form, _lane(values, number), a[0], a[1], b[1]) for number, (a, b) in enumerate(pairs))


def _lane(values: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(value >> 16 * number & 0xFFFF for value in values) if number else values


def _same(form: Form, values: tuple[int, ...], number_format: Format, left: int, right: int) -> bool:
    if left == right:
        return True
    if number_format.is_nan(left) and number_format.is_nan(right):
        return number_format.width == 64 or is_approximate(form) or form.opcode in ("abs", "neg")
    if not is_approximate(form):
        return False
    return not in_domain(form, values) or error_ratio(form, number_format, left, right) <= 1


def is_approximate(form: Form) -> bool:
    """Whether PTX allows an error in the form's results."""
    return "approx" in form.modifiers or "full" in form.modifiers


def in_domain(form: Form, values: tuple[int, ...]) -> bool:
    """Whether PTX bounds the error for these operands: angles within a turn, divisors neither huge nor tiny."""
    if form.opcode in ("sin", "cos"):
        return _size(values[0]) <= 3.1415927
    if form.opcode == "div":
        return 2.0**-126 <= _size(values[1]) <= 2.0**126
    return True


def _size(bits: int) -> float:
    number = F32.decode(bits)
    return abs(float(number.fraction)) if isinstance(number, Finite) else float("inf")


def error_ratio(form: Form, number_format: Format, got: int, exact: int) -> float:
    """The distance between two results over the distance that PTX allows (both roundings included)."""
    name = ".".join(each for each in form.name.split(".") if each != "ftz").removesuffix("x2")
    bound = MAX_ERROR[name]
    a, b = number_format.decode(got), number_format.decode(exact)
    if isinstance(a, NaN) or isinstance(b, NaN):
        return float("inf")
    if not isinstance(a, Finite) or not isinstance(b, Finite):
        return 0.0 if a == b else float("inf")
    step = 2.0**number_format.least_exponent
    if "ftz" in form.modifiers:
        step = 2.0 ** (1 - number_format.bias)
    scale = max(abs(float(b.fraction)) * bound.relative, bound.absolute, step)
    ratio = abs(float(a.fraction) - float(b.fraction)) / scale
    assert not isnan(ratio)
    assert not isinf(ratio)
    return ratio
