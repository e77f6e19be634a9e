"""The instruction table: how opcodes that compute on registers become LLVM IR (PTX ISA, 9.7.1 to 9.7.9).

Nearly all are functions in C. Here is what is chosen by type or needs registers: moves, conversions and comparisons.
Memory and control are lowered elsewhere.

No fast-math flag is ever set: `fma.rn` is fused, `mul` then `add` stays two operations, and results are those of IEEE
754. A NaN that arithmetic on f32 makes is the GPU's canonical one, 0x7fffffff. That shows only where the bits leave
floating point (stores, moves to integers), so the owner of the registers replaces NaNs there (`MAKES_NAN`).
"""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.isa.opcodes import (
    apply,
    apply_spelled,
    changed,
    is_float,
    is_signed,
    lower_function,
    read,
    spelling_of,
    type_of,
    write,
)
from grader.emulator.ptx.nodes import Immediate, Instruction, Known, Operand, Register, Vector
from grader.emulator.result import Unsupported

HALVES = frozenset({"f16", "bf16", "f16x2", "bf16x2"})
_INTEGERS = frozenset({"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"})
_MOVED = _INTEGERS - {"u8", "s8"} | {"b16", "b32", "b64", "f32", "f64"}


def _require(i: Instruction, *truths: bool) -> None:
    if not all(truths):
        raise Unsupported(i.name)


def lower_shift(b: Builder, i: Instruction) -> None:
    """`shl`, `shr`: one operation if the amount is known and less than the width, else the function."""
    ptx, amount = type_of(i), i.operands[2]
    if not isinstance(amount, Immediate) or not 0 <= amount.bits < BITS[LLVM_TYPES[ptx]]:
        lower_function(b, i)
        return
    spelling_of(i.opcode, i.modifiers)  # which refuses types that have no function
    word = "shl" if i.opcode == "shl" else "ashr" if is_signed(ptx) else "lshr"
    b.dst(i.operands[0], b.op(word, ptx, b.src(i.operands[1], ptx), b.const(ptx, amount.bits)), ptx)


def lower_mov(b: Builder, i: Instruction) -> None:
    """`mov d, a`; `mov.b64 d, {a, b}` packs from the low end, `mov.b64 {a, b}, d` unpacks."""
    ptx = type_of(i)
    _require(i, ptx == "pred" or ptx in _MOVED)
    target, source = i.operands
    if isinstance(source, Vector):
        b.dst(target, _packed(b, source.items, ptx), ptx)
    elif isinstance(target, Vector):
        _unpack(b, target.items, b.src(source, ptx), ptx)
    else:
        b.dst(target, b.src(source, ptx), ptx)


def _packed(b: Builder, items: tuple[Operand, ...], ptx: str) -> str:
    width = BITS[LLVM_TYPES[ptx]]
    part = width // len(items)
    total = b.const(ptx, 0)
    for place, item in enumerate(items):
        value = b.reinterpret(b.src(item, f"b{part}"), f"i{part}", f"i{width}")
        if place:
            value = b.let(f"shl {b.type(ptx)} {value}, {b.const(ptx, place * part)}")
        total = b.let(f"or {b.type(ptx)} {total}, {value}")
    return total


def _unpack(b: Builder, items: tuple[Operand, ...], value: str, ptx: str) -> None:
    width = BITS[LLVM_TYPES[ptx]]
    part = width // len(items)
    if part not in (8, 16, 32, 64):
        raise Unsupported(f"mov.{ptx} of {len(items)} parts")
    for place, item in enumerate(items):
        moved = b.let(f"lshr {b.type(ptx)} {value}, {b.const(ptx, place * part)}") if place else value
        if isinstance(item, Register):
            b.dst(item, b.reinterpret(moved, f"i{width}", f"i{part}"), f"b{part}")


# ---- conversions

_TO_INTEGRAL = {"rni": "llvm.roundeven", "rzi": "llvm.trunc", "rmi": "llvm.floor", "rpi": "llvm.ceil"}
_WAYS = frozenset({"rn", "rz", "rm", "rp"})
_CONVERTED = _INTEGERS | {"f32", "f64", "f16", "bf16"}


def lower_cvt(b: Builder, i: Instruction) -> None:
    """`cvt.to.from`; `cvt.rn.f16x2.f32 d, a, b` puts a in the upper half and b in the lower."""
    *words, to, source = i.modifiers
    operands = i.operands[:0:-1]
    _require(
        i,
        {"ftz", "sat", "relu", "rna", *_WAYS, *_TO_INTEGRAL}.issuperset(words),
        to in _CONVERTED | {"tf32", "f16x2", "bf16x2"} and source in _CONVERTED,
        not isinstance(i.operands[0], Vector) and len(operands) == 1 + to.endswith("x2"),
        "relu" not in words or to in HALVES or to == "tf32",
        "rna" not in words or to == "tf32",
    )
    kind = to.removesuffix("x2")
    results = [_converted(b, operand, words, kind, source) for operand in operands]
    write(b, i.operands[0], results, "b16" if kind in HALVES else "b32" if kind == "tf32" else kind)


def _converted(b: Builder, operand: Operand, words: list[str], to: str, source: str) -> str:
    if to == "tf32":
        return _spelled(b, words, to, source, b.src(operand, "b32"))
    if not is_float(source):
        return _from_integer(b, b.src(operand, source), words, to, source)
    if source not in HALVES:
        value = b.src(operand, source)
    else:
        bits = b.src(operand, "b16")
        value = apply(b, f"cvt_f32_{source}", apply(b, f"ftz_{source}", bits) if "ftz" in words else bits)
    return _from_float(b, value, words, to, source)


def _from_integer(b: Builder, value: str, words: list[str], to: str, source: str) -> str:
    have, want = BITS[LLVM_TYPES[source]], BITS[LLVM_TYPES[to]]
    signed = is_signed(source)
    if to in HALVES:
        wide = apply(b, f"odd_f64_{source}", value) if have == 64 else _cast_to_float(b, value, source, "f64")
        return _spelled(b, words, to, "f64", wide)
    if is_float(to):
        inexact = have > (24 if to == "f32" else 53) and _WAYS - {"rn"} & set(words)
        return (
            _spelled(b, words, to, source, value)
            if inexact
            else _ended(b, words, to, _cast_to_float(b, value, source, to))
        )
    if "sat" in words:
        return apply(b, f"cvt_sat_{to}_{source}", value)
    word = "trunc" if have > want else "sext" if signed else "zext"
    return value if have == want else b.cast(word, value, source, to)


def _cast_to_float(b: Builder, value: str, source: str, to: str) -> str:
    return b.cast("sitofp" if is_signed(source) else "uitofp", value, source, to)


def _from_float(b: Builder, value: str, words: list[str], to: str, source: str) -> str:
    """`value` is an f32 or an f64; if `source` is a half, the f32 that equals it."""
    kind = "f64" if source == "f64" else "f32"
    # A GPU keeps f32 subnormals on the way to a half: with `.rm` and `.rp` they are seen there.
    if "ftz" in words and source == "f32" and to not in HALVES:
        value = apply(b, "ftz_f32", value)
    nan = b.compare("uno", kind, value, value) if not is_float(to) else ""
    integral = next((name for word, name in _TO_INTEGRAL.items() if word in words), None)
    exact = b.intrinsic(integral, kind, value) if integral else value
    if not is_float(to):
        return _to_integer(b, exact, nan, kind, to, source)
    if to in HALVES:
        # `.ftz` on a conversion from f32 is about the f32 alone.
        return _spelled(b, [word for word in words if word != "ftz" or source != "f32"], to, kind, exact)
    if (kind, to) == ("f64", "f32"):
        return _spelled(b, words, to, kind, exact)
    if (source, to) == ("bf16", "f32") and "sat" not in words:
        return value
    wide = exact if kind == to else b.cast("fpext", exact, kind, to)
    return apply(b, "canonical_f32", _ended(b, words, to, wide)) if to == "f32" else _ended(b, words, to, wide)


def _to_integer(b: Builder, value: str, nan: str, kind: str, to: str, source: str) -> str:
    have, want = b.type(kind), b.type(to)
    lanes = "" if b.lanes == 1 else f"v{b.lanes}"
    function = f"llvm.fpto{'s' if is_signed(to) else 'u'}i.sat.{lanes}{LLVM_TYPES[to]}.{lanes}{kind}"
    b.declarations.add(f"declare {want} @{function}({have})")
    result = b.let(f"call {want} @{function}({have} {value})")
    width = BITS[LLVM_TYPES[to]]
    if source != "f64" and width < 64:
        return result
    # A NaN gives 0, but the top bit alone where either side is 64 bits wide.
    return b.select(nan, LLVM_TYPES[to], b.const(to, 1 << (width - 1)), result)


def _spelled(b: Builder, words: list[str], to: str, source: str, value: str) -> str:
    """Apply the function for a conversion between these types, and what its modifiers still ask for."""
    kept = (word for word in words if word not in _TO_INTEGRAL)
    return apply_spelled(b, spelling_of("cvt", (*kept, to, source), to), [value])


def _ended(b: Builder, words: list[str], to: str, value: str) -> str:
    """`.ftz` and `.sat` on an f32 or f64 result."""
    ends = [f"{word}_{to}" for word in ("ftz", "sat") if word in words and (word, to) != ("ftz", "f64")]
    return changed(b, ends, value)


# ---- comparisons

_ORDERED = Known({"eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "num": "ord",
                  "nan": "uno", "equ": "ueq", "neu": "une", "ltu": "ult", "leu": "ule", "gtu": "ugt",
                  "geu": "uge"})  # fmt: skip
_UNSIGNED = Known({"eq": "eq", "ne": "ne", "lo": "ult", "ls": "ule", "hi": "ugt", "hs": "uge",
                   "lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge"})  # fmt: skip
_SIGNED = Known({**_UNSIGNED, "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"})


def _compared(b: Builder, i: Instruction) -> list[str]:
    """Return the truth of the comparison; of both elements for packed types."""
    ptx = type_of(i)
    _require(i, ptx in _MOVED | HALVES)
    kind = ptx.removesuffix("x2")
    predicate = (_ORDERED if is_float(ptx) else _SIGNED if is_signed(ptx) else _UNSIGNED)[i.modifiers[0]]
    ends = [f"ftz_{kind}"] if "ftz" in i.modifiers else []
    ends += [f"cvt_f32_{kind}"] if kind in HALVES else []
    sides = [read(b, operand, ptx, "b16" if kind in HALVES else ptx) for operand in i.operands[1:3]]
    wide = "f32" if kind in HALVES else ptx
    return [
        b.compare(predicate, wide, changed(b, ends, left), changed(b, ends, right))
        for left, right in zip(*sides, strict=True)
    ]


def _joined(b: Builder, i: Instruction, truth: str) -> str:
    """Return it joined with a third predicate, if `.and`, `.or` or `.xor` asks for that."""
    word = next((word for word in ("and", "or", "xor") if word in i.modifiers), None)
    return truth if word is None else b.op(word, "pred", truth, b.src(i.operands[3], "pred"))


def lower_setp(b: Builder, i: Instruction) -> None:
    """`setp`: a second destination gets the negated comparison, or that of the upper element."""
    truths = _compared(b, i)
    # Both are computed before either is written: a destination may be an operand too.
    results = [_joined(b, i, truths[0])]
    if i.pair is not None:
        other = truths[1] if len(truths) > 1 else b.op("xor", "pred", truths[0], b.const("pred", 1))
        results.append(_joined(b, i, other))
    b.dst(i.operands[0], results[0], "pred")
    if i.pair is not None:
        b.dst(i.pair, results[1], "pred")


_ONES = {"f16": 0x3C00, "bf16": 0x3F80, "f32": 0x3F800000, "f64": 0x3FF0000000000000}
"""The bits of 1.0."""


def lower_set(b: Builder, i: Instruction) -> None:
    """`set`: all ones or 1.0 where true."""
    to = i.modifiers[-2]
    kind = "b16" if to in HALVES or to.endswith("x2") else to
    yes = b.const(kind, _ONES.get(to.removesuffix("x2"), -1))
    truths = [_joined(b, i, truth) for truth in _compared(b, i)]
    write(b, i.operands[0], [b.select(truth, LLVM_TYPES[kind], yes, b.const(kind, 0)) for truth in truths], kind)


def lower_choice(b: Builder, i: Instruction) -> None:
    """`selp d, a, b, p`; `slct d, a, b, c`: a where c ≥ 0."""
    ptx, tested = (type_of(i), "pred") if i.opcode == "selp" else i.modifiers[-2:]
    _require(i, ptx in _MOVED and tested in ("pred", "s32", "f32"))
    truth = b.src(i.operands[3], tested)
    if i.opcode == "slct":
        truth = changed(b, [f"ftz_{tested}"] if "ftz" in i.modifiers else [], truth)
        truth = b.compare("oge" if is_float(tested) else "sge", tested, truth, b.const(tested, 0))
    b.dst(i.operands[0], b.select(truth, LLVM_TYPES[ptx], b.src(i.operands[1], ptx), b.src(i.operands[2], ptx)), ptx)


_IN_C = (
    "add addc sub subc mul mad madc mul24 mad24 div rem abs neg min max sad dp4a dp2a fma rcp sqrt rsqrt copysign "
    "testp ex2 lg2 sin cos tanh and or xor not cnot shf popc clz brev bfind bfi bfe prmt bmsk szext fns lop3"
)
ISA: dict[str, Callable[[Builder, Instruction], None]] = {
    **dict.fromkeys(_IN_C.split(), lower_function),
    "shl": lower_shift, "shr": lower_shift, "mov": lower_mov, "cvt": lower_cvt, "setp": lower_setp, "set": lower_set,
    "selp": lower_choice, "slct": lower_choice,
}  # fmt: skip
"""How each opcode that computes becomes IR. Each raises `Unsupported` for unknown forms."""

# Opcodes whose f32 result, when it is a NaN, is the canonical one.
MAKES_NAN = frozenset({"add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos",
                       "tanh", "abs", "neg"})  # fmt: skip
