"""Comparisons and selections, PTX ISA section 9.7.6."""

from __future__ import annotations

from grader.emulator.isa import halves
from grader.emulator.isa.builder import LLVM_TYPES, Builder
from grader.emulator.isa.floating import flush
from grader.emulator.isa.halves import HALVES
from grader.emulator.isa.row import OpcodeRow, each, is_float, is_signed, type_of
from grader.emulator.ptx import Instruction, Operand
from grader.emulator.unsupported import Known

_ORDERED = Known({"eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "num": "ord",
                  "nan": "uno", "equ": "ueq", "neu": "une", "ltu": "ult", "leu": "ule", "gtu": "ugt",
                  "geu": "uge"})  # fmt: skip
_UNSIGNED = Known({"eq": "eq", "ne": "ne", "lo": "ult", "ls": "ule", "hi": "ugt", "hs": "uge",
                   "lt": "ult", "le": "ule", "gt": "ugt", "ge": "uge"})  # fmt: skip
_SIGNED = Known({**_UNSIGNED, "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"})


def _predicate(comparison: str, ptx: str) -> str:
    if is_float(ptx):
        return _ORDERED[comparison]
    return (_SIGNED if is_signed(ptx) else _UNSIGNED)[comparison]


def _compared(b: Builder, i: Instruction) -> list[str]:
    """The truth of the comparison; of both lanes for packed types."""
    ptx = type_of(i)
    predicate = _predicate(i.modifiers[0], ptx)
    if ptx in HALVES:
        return halves.compared_lanes(b, i, predicate)
    left, right = (flush(b, i, b.src(operand, ptx), ptx) for operand in i.operands[1:3])
    return [b.compare(predicate, ptx, left, right)]


def _joined(b: Builder, i: Instruction, truth: str) -> str:
    """Joined with a third predicate where `.and`, `.or`, `.xor` ask for it."""
    for word in ("and", "or", "xor"):
        if word in i.modifiers:
            other = b.src(i.operands[3], "pred")
            return b.let(f"{word} {b.widen('i1')} {truth}, {other}")
    return truth


def lower_setp(b: Builder, i: Instruction) -> None:
    """`setp`: a second destination gets the negated comparison, or the upper lane's."""
    truths = _compared(b, i)
    # Both are computed before either is written: a destination may be an operand too.
    results = [_joined(b, i, truths[0])]
    if i.pair is not None:
        other = truths[1] if len(truths) > 1 else b.op("xor", "pred", truths[0], b.const("pred", 1))
        results.append(_joined(b, i, other))
    b.dst(i.operands[0], results[0], "pred")
    if i.pair is not None:
        b.dst(i.pair, results[1], "pred")


def lower_set(b: Builder, i: Instruction) -> None:
    """`set`: all ones or 1.0 where true."""
    kind = i.modifiers[-2]
    truths = [_joined(b, i, truth) for truth in _compared(b, i)]
    if len(truths) > 1:
        yes = b.const("b16", {"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(kind, 0xFFFF))
        halves.write_lanes(b, i.operands[0], [b.select(truth, "i16", yes, b.const("b16", 0)) for truth in truths])
        return
    if kind in HALVES:
        yes = b.const("b16", Known({"f16": 0x3C00, "bf16": 0x3F80})[kind])
        halves.write_lanes(b, i.operands[0], [b.select(truths[0], "i16", yes, b.const("b16", 0))])
        return
    yes = b.real(kind, 1.0) if is_float(kind) else b.const(kind, -1)
    b.dst(i.operands[0], b.select(truths[0], LLVM_TYPES[kind], yes, b.const(kind, 0)), kind)


def _choose(b: Builder, i: Instruction, ptx: str, condition: str, yes: Operand, no: Operand) -> None:
    b.dst(i.operands[0], b.select(condition, LLVM_TYPES[ptx], b.src(yes, ptx), b.src(no, ptx)), ptx)


def lower_selp(b: Builder, i: Instruction) -> None:
    """`selp d, a, b, p`."""
    _choose(b, i, type_of(i), b.src(i.operands[3], "pred"), i.operands[1], i.operands[2])


def lower_slct(b: Builder, i: Instruction) -> None:
    """`slct d, a, b, c`: a where c ≥ 0."""
    ptx, tested = i.modifiers[-2], i.modifiers[-1]
    value = flush(b, i, b.src(i.operands[3], tested), tested)
    truth = b.compare("oge" if is_float(tested) else "sge", tested, value, b.const(tested, 0))
    _choose(b, i, ptx, truth, i.operands[1], i.operands[2])


_SIGNED_OR_NOT = "u16 s16 u32 s32 u64 s64"
_INTEGERS = f"{_SIGNED_OR_NOT} b16 b32 b64"
_FLOATS = "f32 f64 f16 f16x2 bf16 bf16x2"
_ORDERINGS = ("eq", "ne", "lt", "le", "gt", "ge")
_UNORDERED = ("equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
COMPARING = (
    OpcodeRow(
        "setp",
        lower_setp,
        (
            *(f"setp.{name}.{kind}" for name in _ORDERINGS for kind in f"{_SIGNED_OR_NOT} {_FLOATS}".split()),
            *each("setp.eq setp.ne", "b16 b32 b64"),
            *each("setp.lo setp.ls setp.hi setp.hs", "u16 u32 u64"),
            *(f"setp.{name}.{kind}" for name in _UNORDERED for kind in _FLOATS.split()),
            *each("setp.lt.and setp.lt.or setp.lt.xor", f"{_SIGNED_OR_NOT} f32 f64 f16 f16x2"),
            *each("setp.lt.ftz setp.eq.ftz setp.geu.ftz", "f32 f16"),
        ),
    ),
    OpcodeRow(
        "set",
        lower_set,
        (
            *(f"set.lt.{to}.{kind}" for to in ("u32", "s32", "f32") for kind in f"{_SIGNED_OR_NOT} f32 f64".split()),
            *each("set.eq.f16 set.eq.u16 set.eq.u32", "f16"),
            "set.lt.f16x2.f16x2", "set.eq.ftz.f32.f32", "set.lt.and.u32.s32",
        ),
    ),
    OpcodeRow("selp", lower_selp, each("selp", f"{_INTEGERS} f32 f64")),
    OpcodeRow("slct", lower_slct, (*(f"slct.{kind}.{by}" for kind in f"{_INTEGERS} f32 f64".split()
                               for by in ("s32", "f32")), "slct.ftz.b32.f32")),
)  # fmt: skip
