"""Comparison and selection (ISA manual, 9.7.6): `setp`, `set`, `selp`, `slct`."""

from __future__ import annotations

from tests.emulator.interpreter import formats
from tests.emulator.interpreter.floating import Modifiers
from tests.emulator.interpreter.formats import FORMATS
from tests.emulator.interpreter.scalars import INTEGERS, WIDTH, mask, signed, to_integer

_ORDERINGS = {
    "eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (-1, 0), "gt": (1,), "ge": (0, 1),
    "lo": (-1,), "ls": (-1, 0), "hi": (1,), "hs": (0, 1),
}  # fmt: skip
"""Which outcomes (−1 less, 0 equal, 1 greater) each comparison accepts."""

_UNORDERED = {"equ": "eq", "neu": "ne", "ltu": "lt", "leu": "le", "gtu": "gt", "geu": "ge"}


def holds(comparison: str, kind: str, left: int, right: int, *, flush: bool = False) -> bool:
    """Whether `left comparison right`. With a NaN only `nan`, and the forms that end in u, hold."""
    order = _float_order(kind, left, right, flush) if kind in FORMATS else _integer_order(comparison, kind, left, right)
    if comparison in ("num", "nan"):
        return (order is None) == (comparison == "nan")
    if order is None:
        return comparison in _UNORDERED
    return order in _ORDERINGS[_UNORDERED.get(comparison, comparison)]


def _float_order(kind: str, left: int, right: int, flush: bool) -> int | None:
    number_format = FORMATS[kind]
    operands = (mask(left, number_format.width), mask(right, number_format.width))
    if flush:
        operands = (number_format.flush(operands[0]), number_format.flush(operands[1]))
    return formats.compare(number_format.decode(operands[0]), number_format.decode(operands[1]))


def _integer_order(comparison: str, kind: str, left: int, right: int) -> int:
    # lo, ls, hi and hs compare unsigned, whatever the type says.
    kind = "u" + kind[1:] if comparison in ("lo", "ls", "hi", "hs") else kind
    a, b = to_integer(left, kind), to_integer(right, kind)
    return (a > b) - (a < b)


def _combine(boolean: str | None, outcome: bool, other: int) -> int:
    if boolean == "and":
        return int(outcome and bool(other))
    if boolean == "or":
        return int(outcome or bool(other))
    if boolean == "xor":
        return int(outcome != bool(other))
    return int(outcome)


def _boolean_of(modifiers: Modifiers) -> str | None:
    return next((each for each in modifiers[1:] if each in ("and", "or", "xor")), None)


def setp(modifiers: Modifiers, left: int, right: int, other: int = 0) -> tuple[int, int]:
    """`setp.cmp{.bool}{.ftz}.type p|q`: p takes the outcome, q its opposite, each combined with `other`.

    For packed types p is the low lane's outcome and q the high lane's.
    """
    comparison, boolean, kind = modifiers[0], _boolean_of(modifiers), modifiers[-1]
    flush = "ftz" in modifiers
    if kind.endswith("x2"):
        lanes = [holds(comparison, kind[:-2], left >> at, right >> at, flush=flush) for at in (0, 16)]
        return _combine(boolean, lanes[0], other), _combine(boolean, lanes[1], other)
    outcome = holds(comparison, kind, left, right, flush=flush)
    return _combine(boolean, outcome, other), _combine(boolean, not outcome, other)


def set_(modifiers: Modifiers, left: int, right: int, other: int = 0) -> int:
    """`set.cmp{.bool}{.ftz}.dtype.stype`: all ones (1.0 for a float result) when it holds, else 0."""
    comparison, boolean, result, kind = modifiers[0], _boolean_of(modifiers), modifiers[-2], modifiers[-1]
    flush = "ftz" in modifiers
    if kind.endswith("x2"):
        lanes = [
            _combine(boolean, holds(comparison, kind[:-2], left >> at, right >> at, flush=flush), other)
            for at in (0, 16)
        ]
        true = FORMATS[result[:-2]].one if result.endswith("x2") else 0xFFFF
        return lanes[0] * true | lanes[1] * true << 16
    outcome = _combine(boolean, holds(comparison, kind, left, right, flush=flush), other)
    return outcome * (FORMATS[result].one if result in FORMATS else mask(-1, WIDTH[result]))


def selp(modifiers: Modifiers, if_true: int, if_false: int, condition: int) -> int:
    """`selp.type`: the first when the predicate holds, else the second."""
    return mask(if_true if condition else if_false, WIDTH[modifiers[-1]])


def slct(modifiers: Modifiers, if_positive: int, if_negative: int, selector: int) -> int:
    """`slct{.ftz}.dtype.{s32,f32}`: the first when the selector is ≥ 0 (−0 is, a NaN is not)."""
    kind, width = modifiers[-1], WIDTH[modifiers[-2]]
    if kind in INTEGERS:
        positive = signed(selector, 32) >= 0
    else:
        positive = holds("ge", kind, selector, 0, flush="ftz" in modifiers)
    return mask(if_positive if positive else if_negative, width)
