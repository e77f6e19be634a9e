"""When two results of an instruction count as the same."""

from __future__ import annotations

from math import isinf, isnan

from grader.emulator.interpreter import MAX_ERROR
from grader.emulator.interpreter.formats import FORMATS, Finite, Format, NaN
from tests.emulator.forms import Form


def _lanes(form: Form, word: int) -> list[tuple[Format, int]]:
    """The floats in a result word; empty when it holds none."""
    kind = form.results[0]
    base = kind.removesuffix("x2")
    if base not in FORMATS:
        return []
    width = FORMATS[base].width
    count = 2 if kind != base else 1
    return [(FORMATS[base], word >> width * lane & ((1 << width) - 1)) for lane in range(count)]


def agree(form: Form, left: int, right: int) -> bool:
    """Equal bits, or two NaNs in double precision (PTX leaves the payload open), or approximations within bounds."""
    if left == right:
        return True
    pairs = list(zip(_lanes(form, left), _lanes(form, right), strict=True))
    return bool(pairs) and all(_same(form, a[0], a[1], b[1]) for a, b in pairs)


def _same(form: Form, number_format: Format, left: int, right: int) -> bool:
    if left == right:
        return True
    if number_format.is_nan(left) and number_format.is_nan(right):
        return number_format.width == 64 or is_approximate(form)
    return is_approximate(form) and error_ratio(form, number_format, left, right) <= 1


def is_approximate(form: Form) -> bool:
    """Whether PTX allows an error in the form's results."""
    return "approx" in form.modifiers or "full" in form.modifiers


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
