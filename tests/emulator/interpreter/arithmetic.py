"""The living definition of each instruction without memory or control: `EVALUATE[opcode](modifiers, *operands)`.

Operands and results are bit patterns; wider operands are cut to the instruction's type. Predicates are 0 or 1. The
result is as wide as `result_types` says; `setp` gives two.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.emulator.interpreter import approximate, comparison, conversion, floating, integer
from tests.emulator.interpreter.formats import FORMATS
from tests.emulator.interpreter.scalars import WIDER, WIDTH, mask

Modifiers = tuple[str, ...]
Evaluate = Callable[..., int | tuple[int, int]]


class UnknownInstructionError(KeyError):
    """No definition of this opcode."""


def _by_type(whole: Evaluate | None, real: Callable[..., int]) -> Evaluate:
    """One opcode with an integer, a float and a packed meaning."""
    on_lanes = floating.packed(real)

    def evaluate(modifiers: Modifiers, *operands: int) -> int | tuple[int, int]:
        kind = modifiers[-1]
        if kind in FORMATS:
            return real(modifiers, *operands)
        if kind in ("f16x2", "bf16x2"):
            return on_lanes(modifiers, *operands)
        if whole is None:
            raise UnknownInstructionError(kind)
        return whole(modifiers, *operands)

    return evaluate


def _extreme(whole: Callable[..., int], real: Callable[..., int], choose: Callable[..., int]) -> Evaluate:
    scalar = _by_type(whole, real)

    def evaluate(modifiers: Modifiers, *operands: int) -> int | tuple[int, int]:
        if modifiers[-1] in ("u16x2", "s16x2"):
            return integer.packed_extreme(modifiers, operands[0], operands[1], choose)
        return scalar(modifiers, *operands)

    return evaluate


def _approximately(exact: Callable[..., int], approximately: Callable[..., int]) -> Evaluate:
    def evaluate(modifiers: Modifiers, *operands: int) -> int:
        rough = "approx" in modifiers or "full" in modifiers
        return (approximately if rough else exact)(modifiers, *operands)

    return evaluate


def _mov(modifiers: Modifiers, value: int) -> int:
    return mask(value, WIDTH[modifiers[-1]])


EVALUATE: dict[str, Evaluate] = {
    "abs": _by_type(integer.absolute, floating.absolute),
    "add": _by_type(integer.add, floating.add),
    "and": integer.bitwise_and,
    "bfe": integer.bfe,
    "bfi": integer.bfi,
    "bfind": integer.bfind,
    "bmsk": integer.bmsk,
    "brev": integer.brev,
    "clz": integer.clz,
    "cnot": integer.cnot,
    "copysign": floating.copysign,
    "cos": approximate.cos,
    "cvt": conversion.cvt,
    "div": _by_type(integer.div, _approximately(floating.div, approximate.div)),  # type: ignore[arg-type]
    "dp2a": integer.dp2a,
    "dp4a": integer.dp4a,
    "ex2": _by_type(None, approximate.ex2),
    "fma": _by_type(None, floating.fma),
    "fns": integer.fns,
    "lg2": approximate.lg2,
    "lop3": integer.lop3,
    "mad": _by_type(integer.mad, floating.fma),
    "mad24": integer.mad24,
    "max": _extreme(integer.maximum, floating.maximum, max),
    "min": _extreme(integer.minimum, floating.minimum, min),
    "mov": _mov,
    "mul": _by_type(integer.mul, floating.mul),
    "mul24": integer.mul24,
    "neg": _by_type(integer.neg, floating.neg),
    "not": integer.bitwise_not,
    "or": integer.bitwise_or,
    "popc": integer.popc,
    "prmt": integer.prmt,
    "rcp": _approximately(floating.rcp, approximate.rcp),
    "rem": integer.rem,
    "rsqrt": approximate.rsqrt,
    "sad": integer.sad,
    "selp": comparison.selp,
    "set": comparison.set_,
    "setp": comparison.setp,
    "shf": integer.shf,
    "shl": integer.shl,
    "shr": integer.shr,
    "sin": approximate.sin,
    "slct": comparison.slct,
    "sqrt": _approximately(floating.sqrt, approximate.sqrt),
    "sub": _by_type(integer.sub, floating.sub),
    "szext": integer.szext,
    "tanh": _by_type(None, approximate.tanh),
    "testp": floating.testp,
    "xor": integer.bitwise_xor,
}


def evaluate(opcode: str, modifiers: Modifiers, *operands: int) -> int | tuple[int, int]:
    """The result of one instruction. Raises UnknownInstructionError for an opcode without a definition."""
    if opcode not in EVALUATE:
        raise UnknownInstructionError(opcode)
    return EVALUATE[opcode](modifiers, *operands)


def result_type(opcode: str, modifiers: Modifiers) -> str:
    """The type of an instruction's result: it says how a wider register is filled."""
    if opcode in ("setp", "testp"):
        return "pred"
    if opcode in ("cvt", "set", "slct"):
        return modifiers[-2]
    if opcode in ("popc", "clz", "bfind", "fns"):
        return "u32"
    if opcode in ("mul", "mad") and "wide" in modifiers:
        return WIDER[modifiers[-1]]
    if opcode in ("dp4a", "dp2a"):
        return "s32" if "s32" in modifiers else "u32"
    if opcode in ("prmt", "elect"):
        return "b32"
    return modifiers[-1]
