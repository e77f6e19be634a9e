"""Write LLVM IR as text, typed by PTX's types, for one thread (`lanes` 1) or for a row of threads at once.

IR as text is several times faster to make than objects of an IR library, and students wait for it. The same rows of
the instruction table serve both widths: only this class knows whether a value is a scalar or a vector of `lanes`.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from grader.emulator.native import records
from grader.emulator.ptx.nodes import Address, Immediate, Known, Operand, Register, Symbol
from grader.emulator.result import Unsupported

LLVM_TYPES = Known({
    "pred": "i1", "b8": "i8", "u8": "i8", "s8": "i8", "b16": "i16", "u16": "i16", "s16": "i16", "f16": "half",
    "bf16": "bfloat", "b32": "i32", "u32": "i32", "s32": "i32", "f32": "float", "tf32": "i32", "f16x2": "<2 x half>",
    "bf16x2": "<2 x bfloat>", "b64": "i64", "u64": "i64", "s64": "i64", "f64": "double", "b128": "i128",
})  # fmt: skip

BITS = {
    "i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128, "half": 16, "bfloat": 16, "float": 32,
    "double": 64, "<2 x half>": 32, "<2 x bfloat>": 32,
}  # fmt: skip


class Owner(Protocol):
    """The holder of registers and variables that a function names. It raises `Unsupported` for others."""

    def read(self, name: str) -> tuple[str, str]:
        """Return a register's value and its scalar LLVM type."""

    def write(self, name: str, value: str) -> None:
        """Set a register; `value` has the register's own type."""

    def register_type(self, name: str) -> str:
        """Return a register's scalar LLVM type."""

    def symbol(self, operand: Operand) -> str:
        """Return the address of a variable."""


class Builder:
    """The IR text of one function, written from top to bottom. Without an owner it has no registers."""

    def __init__(self, owner: Owner | None = None) -> None:
        self._owner = owner
        self.lanes = 1
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self._names = 0
        self._called: set[str] = set()

    # ---- text

    def name(self, prefix: str = "v") -> str:
        """Return a new local name, without the percent sign."""
        self._names += 1
        return f"{prefix}{self._names}"

    def let(self, expression: str) -> str:
        """Append `%new = expression` and return the name."""
        self._names += 1
        name = f"%v{self._names}"
        self.lines.append(f"  {name} = {expression}")
        return name

    def do(self, statement: str) -> None:
        """Append a statement without a value."""
        self.lines.append(f"  {statement}")

    def call(self, kind: str, function: str, arguments: str) -> str:
        """Return a call of a runtime function through its address, which is taken where this function begins.

        LLVM's fast instruction selection cannot call functions that are far away; the slow one takes 50 µs a call.
        """
        self._called.add(function)
        return f"call {kind} {self.let(f'load ptr, ptr %to.{function}')}({arguments})"

    def label(self, name: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{name}:")

    def defined(self, head: str) -> str:
        """Return the function with this head and the lines so far."""
        called = (f"  %to.{name} = alloca ptr\n  store ptr @{name}, ptr %to.{name}" for name in sorted(self._called))
        return "\n".join([f"define {head} {{", *called, *self.lines, "}\n"])

    def switch(self, value: str, cases: Mapping[int, str], other: str, kind: str = "i64") -> None:
        """Go to the label for a number, or to `other`."""
        rows = " ".join(f"{kind} {number}, label %{label}" for number, label in cases.items())
        self.do(f"switch {kind} {value}, label %{other} [ {rows} ]")

    @contextlib.contextmanager
    def only_if(self, truth: str, hint: str = "") -> Iterator[None]:
        """Run what is written meanwhile only where an i1 holds; `hint` says how often that is, as `, !prof !0`."""
        yes, on = self.name("yes"), self.name("on")
        self.do(f"br i1 {truth}, label %{yes}, label %{on}{hint}")
        self.label(yes)
        yield
        self.do(f"br label %{on}")
        self.label(on)

    def go_on_unless(self, truth: str, label: str, hint: str = "") -> None:
        """Go to a label where an i1 holds."""
        on = self.name("on")
        self.do(f"br i1 {truth}, label %{label}, label %{on}{hint}")
        self.label(on)

    def add_to(self, pointer: str, amount: int | str) -> None:
        """Add to the i64 at an address."""
        before = self.let(f"load i64, ptr {pointer}")
        self.do(f"store i64 {self.let(f'add i64 {before}, {amount}')}, ptr {pointer}")

    # ---- records (`native/records.h`)

    def at(self, base: str, offset: int | str) -> str:
        """Return the address that is `offset` bytes behind `base`."""
        return self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def row(self, table: str, size_bytes: int, number: str) -> str:
        """Return the address of a table's row."""
        return self.let(f"getelementptr [{size_bytes} x i8], ptr {table}, i64 {number}")

    def load(self, base: str, offset: int, kind: str = "i64") -> str:
        """Load from `offset` bytes behind an address."""
        return self.let(f"load {kind}, ptr {self.at(base, offset)}")

    def store(self, value: int | str, base: str, offset: int, kind: str = "i64") -> None:
        """Store to `offset` bytes behind an address."""
        self.do(f"store {kind} {value}, ptr {self.at(base, offset)}")

    def context(self, field: str, kind: str = "i64") -> str:
        """Load a field of the launch's context."""
        return self.load("%ctx", records.CONTEXT[field], kind)

    def set_context(self, field: str, value: int | str, kind: str = "i64") -> None:
        """Store a field of the launch's context."""
        self.store(value, "%ctx", records.CONTEXT[field], kind)

    def frame(self, field: str, kind: str = "i64") -> str:
        """Load a field of the thread's frame."""
        return self.load("%frame", records.FRAME[field], kind)

    def set_frame(self, field: str, value: int | str, kind: str = "i64") -> None:
        """Store a field of the thread's frame."""
        self.store(value, "%frame", records.FRAME[field], kind)

    # ---- types and constants

    @contextlib.contextmanager
    def wide(self, lanes: int) -> Iterator[None]:
        """Write values of so many lanes meanwhile."""
        before, self.lanes = self.lanes, lanes
        yield
        self.lanes = before

    def widen(self, scalar_type: str) -> str:
        """Return the type of a value of this scalar type in every lane."""
        return scalar_type if self.lanes == 1 else f"<{self.lanes} x {scalar_type}>"

    def type(self, ptx: str) -> str:
        """Return the LLVM type of a PTX type."""
        return self.widen(LLVM_TYPES[ptx])

    def splat(self, scalar_type: str, constant: str) -> str:
        """Return a constant in every lane."""
        if self.lanes == 1:
            return constant
        return "<" + ", ".join([f"{scalar_type} {constant}"] * self.lanes) + ">"

    def const(self, ptx: str, value: int) -> str:
        """Return a constant of a PTX type; floats are given by their bits."""
        scalar = LLVM_TYPES[ptx]
        return self.splat(scalar, _literal(scalar, value))

    # ---- operands

    @property
    def owner(self) -> Owner:
        """The holder of the registers."""
        assert self._owner is not None, "a helper function names no registers"
        return self._owner

    def src(self, operand: Operand, ptx: str) -> str:
        """Return an operand as a value of the given PTX type: bits are kept, the width is cut or zero-extended."""
        if isinstance(operand, Immediate):
            return self.const(ptx, _immediate(operand, ptx))
        if isinstance(operand, Register):
            value, scalar = self.owner.read(operand.name)
        elif isinstance(operand, Symbol):
            value, scalar = self.owner.symbol(operand), "i64"
        else:
            raise Unsupported("brackets where a value is wanted")
        return self.reinterpret(value, scalar, LLVM_TYPES[ptx])

    def dst(self, operand: Operand, value: str, ptx: str) -> None:
        """Write a value of the given PTX type to a register."""
        if not isinstance(operand, Register):
            raise Unsupported("destination is not a register")
        if operand.name == "_":
            return
        held, scalar = self.owner.register_type(operand.name), LLVM_TYPES[ptx]
        if BITS[held] > BITS[scalar]:
            # A register may be wider than the value: `ld.s8` and `cvt.s16` extend by the type's sign.
            bits = self.reinterpret(value, scalar, f"i{BITS[scalar]}")
            word, scalar = ("sext" if ptx[0] == "s" else "zext"), f"i{BITS[held]}"
            value = self.let(f"{word} {self.widen(f'i{BITS[LLVM_TYPES[ptx]]}')} {bits} to {self.widen(scalar)}")
        self.owner.write(operand.name, self.reinterpret(value, scalar, held))

    def address(self, operand: Address) -> str:
        """Return the 64-bit virtual address of `[base+offset]`."""
        if isinstance(operand.base, Immediate):
            return self.splat("i64", str(operand.base.bits + operand.offset))
        value = self.src(operand.base, "u64")
        return self.op("add", "u64", value, self.splat("i64", str(operand.offset))) if operand.offset else value

    def offset_in(self, operand: Address, start: int) -> str:
        """Return the distance of a shared address from where its variable starts, as a signed number of 64 bits."""
        if not isinstance(operand.base, Register):
            return self.splat("i64", str(operand.offset))
        shift = (operand.offset - start) & 0xFFFFFFFF
        less = self.splat("i32", str(shift - (shift >> 31 << 32)))
        return self.cast("sext", self.op("add", "u32", self.src(operand.base, "u32"), less), "u32", "u64")

    def reinterpret(self, value: str, have: str, want: str) -> str:
        """Return the same bits as another scalar type; integers are cut or zero-extended to its width."""
        if have == want:
            return value
        if BITS[have] == BITS[want]:
            return self.let(f"bitcast {self.widen(have)} {value} to {self.widen(want)}")
        value = self.reinterpret(value, have, f"i{BITS[have]}")
        change = "trunc" if BITS[have] > BITS[want] else "zext"
        value = self.let(f"{change} {self.widen(f'i{BITS[have]}')} {value} to {self.widen(f'i{BITS[want]}')}")
        return self.reinterpret(value, f"i{BITS[want]}", want)

    # ---- common shapes

    def op(self, operation: str, ptx: str, left: str, right: str) -> str:
        """Return `operation left, right` on a PTX type."""
        return self.let(f"{operation} {self.type(ptx)} {left}, {right}")

    def any_of(self, truths: Sequence[str]) -> str:
        """Return the logical or of one or more i1 values."""
        total = truths[0]
        for truth in truths[1:]:
            total = self.let(f"or i1 {total}, {truth}")
        return total

    def intrinsic(self, name: str, ptx: str, *arguments: str) -> str:
        """Call an LLVM intrinsic that is overloaded on one type."""
        kind = self.type(ptx)
        mangled = _mangle(LLVM_TYPES[ptx], self.lanes)
        self.declarations.add(f"declare {kind} @{name}.{mangled}({', '.join([kind] * len(arguments))})")
        values = ", ".join(f"{kind} {argument}" for argument in arguments)
        return self.let(f"call {kind} @{name}.{mangled}({values})")

    def select(self, condition: str, scalar: str, yes: str, no: str) -> str:
        """`condition ? yes : no`, lane by lane."""
        kind = self.widen(scalar)
        return self.let(f"select {self.widen('i1')} {condition}, {kind} {yes}, {kind} {no}")

    def compare(self, predicate: str, ptx: str, left: str, right: str) -> str:
        """`icmp` or `fcmp`, by the type."""
        word = "fcmp" if LLVM_TYPES[ptx] in ("float", "double", "half", "bfloat") else "icmp"
        return self.let(f"{word} {predicate} {self.type(ptx)} {left}, {right}")

    def cast(self, operation: str, value: str, have: str, want: str) -> str:
        """Convert between PTX types by an LLVM cast."""
        return self.let(f"{operation} {self.type(have)} {value} to {self.type(want)}")


def _mangle(scalar: str, lanes: int) -> str:
    short = {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16", "<2 x half>": "v2f16",
             "<2 x bfloat>": "v2bf16"}.get(scalar, scalar)  # fmt: skip
    return short if lanes == 1 else f"v{lanes}{short}"


def _literal(scalar: str, value: int) -> str:
    if scalar == "i1":
        return "true" if value & 1 else "false"
    if scalar == "float":
        # LLVM writes a float constant as the double of the same value.
        return f"0x{_as_double_bits(value):016X}"
    if scalar == "double":
        return f"0x{value:016X}"
    if scalar == "half":
        return f"0xH{value:04X}"
    if scalar == "bfloat":
        return f"0xR{value:04X}"
    if scalar.startswith("<2 x"):
        inner = scalar[5:-1]
        return f"<{inner} {_literal(inner, value & 0xFFFF)}, {inner} {_literal(inner, value >> 16 & 0xFFFF)}>"
    return str(value)


def _as_double_bits(bits: int) -> int:
    """Return the bits of the double that equals a float, given the float's bits. NaN payloads are kept."""
    sign, exponent, fraction = bits >> 31 & 1, bits >> 23 & 0xFF, bits & 0x7FFFFF
    if exponent == 0xFF:
        return sign << 63 | 0x7FF << 52 | fraction << 29
    value = struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
    return int(struct.unpack("<Q", struct.pack("<d", value))[0])


def _immediate(operand: Immediate, ptx: str) -> int:
    """Return an immediate's bits at the width of a PTX type; float constants are converted to that type."""
    width = BITS[LLVM_TYPES[ptx]]
    if operand.float_bits == 64 and ptx == "f32":
        value = struct.unpack("<d", struct.pack("<Q", operand.bits))[0]
        with np.errstate(over="ignore"):
            return int(np.float32(value).view(np.uint32))
    if operand.float_bits == 32 and ptx == "f64":
        value = struct.unpack("<f", struct.pack("<I", operand.bits))[0]
        return int(struct.unpack("<Q", struct.pack("<d", value))[0])
    return operand.bits & ((1 << width) - 1)
