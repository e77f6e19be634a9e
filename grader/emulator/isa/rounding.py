"""Rounding other than to nearest: functions in the IR that set the rounding mode, do one operation and reset it.

Only these functions, which are never inlined, see another rounding mode; the rest of the code stays plain IR.
"""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Known, Unsupported

_MODES = Known({"rz": 0, "rn": 1, "rp": 2, "rm": 3})
_SHORT = Known({"float": "f32", "double": "f64"})
_TYPED_TWICE = ("fptrunc", "sitofp", "uitofp")


def direction(i: Instruction) -> str | None:
    """`rz`, `rm` or `rp` when the instruction names one; None for rounding to nearest."""
    return next((word for word in i.modifiers if word in ("rz", "rm", "rp")), None)


def rounded(b: Builder, mode: str, operation: str, ptx: str, *arguments: str, result: str | None = None) -> str:
    """The value of an LLVM operation on arguments of a PTX type, rounded by `mode`; `result` is its type if another."""
    if b.lanes != 1:
        raise Unsupported("another rounding in rows of threads")
    have, want = LLVM_TYPES[ptx], LLVM_TYPES[result or ptx]
    name = f"rounded.{operation}.{mode}.{want}.{have}"
    b.declarations |= _definition(name, mode, operation, have, want, len(arguments))
    return b.let(f"call {want} @{name}({', '.join(f'{have} {argument}' for argument in arguments)})")


def _definition(name: str, mode: str, operation: str, have: str, want: str, count: int) -> set[str]:
    suffix = _SHORT[want]
    if operation in _TYPED_TWICE:
        suffix += "." + _SHORT.get(have, f"i{BITS[have]}")
    intrinsic = f"@llvm.experimental.constrained.{operation}.{suffix}"
    typed = ", ".join(f"{have} %a{number}" for number in range(count))
    b = Builder()
    b.do(f"call void @llvm.set.rounding(i32 {_MODES[mode]}) strictfp")
    how = 'metadata !"round.dynamic", metadata !"fpexcept.strict"'
    value = b.let(f"call {want} {intrinsic}({typed}, {how}) strictfp")
    b.do("call void @llvm.set.rounding(i32 1) strictfp")
    b.do(f"ret {want} {value}")
    return {
        "declare void @llvm.set.rounding(i32)",
        f"declare {want} {intrinsic}({', '.join([have] * count)}, metadata, metadata)",
        b.defined(f"{want} @{name}({typed}) noinline strictfp"),
    }
