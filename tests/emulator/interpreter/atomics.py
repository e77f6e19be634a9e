"""Atomic operations (ISA manual, 9.7.13): what a cell holds afterwards, from what it held and the operands."""

from __future__ import annotations

from collections.abc import Callable

from tests.emulator.interpreter import floating, integer
from tests.emulator.interpreter.formats import FORMATS
from tests.emulator.interpreter.scalars import WIDTH, mask

OPERATIONS = ("add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas")


def operation_of(modifiers: tuple[str, ...]) -> str:
    """Which operation an `atom` or `red` does."""
    return next(each for each in modifiers if each in OPERATIONS)


def updated(modifiers: tuple[str, ...], space: str, old: int, operand: int, swap: int = 0) -> int:
    """What the cell holds after `atom.op.type`; `swap` is the third operand of `cas`."""
    operation, kind = operation_of(modifiers), modifiers[-1]
    width = WIDTH[kind]
    if operation == "exch":
        return mask(operand, width)
    if operation == "cas":
        return mask(swap, width) if old == mask(operand, width) else old
    if operation in ("inc", "dec"):
        return _counted(operation, old, mask(operand, width))
    if kind in FORMATS or kind.endswith("x2"):
        return _float(operation, kind, space, old, operand)
    evaluate: dict[str, Callable[..., int]] = {
        "add": integer.add,
        "min": integer.minimum,
        "max": integer.maximum,
        "and": integer.bitwise_and,
        "or": integer.bitwise_or,
        "xor": integer.bitwise_xor,
    }
    return evaluate[operation]((kind,), old, operand)


def _counted(operation: str, old: int, limit: int) -> int:
    if operation == "inc":
        return 0 if old >= limit else old + 1
    return limit if old == 0 or old > limit else old - 1


def _float(operation: str, kind: str, space: str, old: int, operand: int) -> int:
    """Float sums round to nearest; on global memory single precision flushes subnormals, on shared memory not."""
    operations: dict[str, Callable[..., int]] = {
        "add": floating.add,
        "min": floating.minimum,
        "max": floating.maximum,
    }
    evaluate = operations[operation]
    if kind.endswith("x2"):
        return floating.packed(evaluate)(("rn", kind), old, operand)
    modifiers = ("rn", "ftz", kind) if kind == "f32" and space == "global" else ("rn", kind)
    return evaluate(modifiers, old, operand)
