"""Registers of a row of threads, and how a register's value varies along the row: its stride.

Stride 0 is uniform: one scalar serves the row. Another number is affine: lane n holds base + n · stride, also one
scalar. None is a vector. Rows whose threads diverge are given up, so control flow cannot make a value vary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from grader.emulator.isa.builder import BITS, Builder
from grader.emulator.lowering.registers import RegisterFile
from grader.emulator.passes.control_flow import Graph, results, sources
from grader.emulator.ptx.nodes import Address, Function, Immediate, Instruction, Operand, Register

Stride = int | None
_MOST_ROUNDS = 20
_SAME = frozenset({"mov", "cvta"})
_LINEAR = frozenset({"add", "sub", "mul", "mad", "shl", "cvt"})
_INTEGER = frozenset({"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"})


def stride_of(name: str, found: Mapping[str, Stride]) -> Stride:
    """Return how a register varies along a row. Unknown names are special registers, or never written."""
    return found.get(name, 1 if name in ("%tid.x", "%laneid") else 0)


def classify(function: Function, graph: Graph, masked: dict[int, int]) -> dict[str, Stride]:
    """Return the stride of every register, by a fixed point. `masked` maps a masked block to the block after it."""
    found: dict[str, Stride] = {
        name: None
        for index, join in masked.items()
        for instruction in graph.blocks[index].instructions
        for name in results(instruction)
        if graph.blocks[join].live_in >> graph.bits.get(name, 0) & 1 and name in graph.bits
    }
    instructions = [item for block in graph.blocks for item in block.whole]
    written = Counter(name for instruction in instructions for name in results(instruction))
    for _ in range(_MOST_ROUNDS):
        changed = False
        for instruction in instructions:
            stride = _result(instruction, found)
            for name in results(instruction):
                if name not in function.registers or (name in found and found[name] in (None, stride)):
                    continue
                found[name] = None if name in found and written[name] > 1 else stride
                changed = True
        if not changed:
            return found
    return dict.fromkeys(function.registers)


def _result(i: Instruction, found: Mapping[str, Stride]) -> Stride:
    def of(operand: Operand) -> Stride:
        return stride_of(operand.name, found) if isinstance(operand, Register) else 0

    strides = [stride_of(name, found) for name in sources(i)]
    if i.opcode == "mbarrier":
        # Lanes arrive one after another, and see the end of the same phase.
        return None if None in strides else -1 if "arrive" in i.modifiers else 0
    if all(stride == 0 for stride in strides):
        return 0
    if i.opcode == "ld" and isinstance(i.operands[1], Address):
        return None
    if None in strides or not i.modifiers:
        return None
    if i.opcode in _SAME:
        return of(i.operands[1]) if len(i.operands) == 2 else None
    if i.opcode in _LINEAR and set(i.modifiers[-1:]) <= _INTEGER:
        return _linear(i, of)
    return None


def _linear(i: Instruction, of: Callable[[Operand], Stride]) -> Stride:
    if {"sat", "cc", "hi"} & set(i.modifiers):
        return None
    first = of(i.operands[1])
    if i.opcode == "cvt":  # from 32 to 64 bits, or between signs of one width
        to, source = i.modifiers[-2:]
        return (
            first if source in _INTEGER and source[1:] == "32" and to in _INTEGER and to[1:] in ("32", "64") else None
        )
    second = of(i.operands[2])
    if first is None or second is None:
        return None
    if i.opcode in ("add", "sub"):
        return first + second if i.opcode == "add" else first - second
    factor = i.operands[2]
    if i.opcode == "shl":
        return first << factor.bits if isinstance(factor, Immediate) and 0 <= factor.bits < 32 else None
    product = _product(i.operands[1], first, factor, second)
    if i.opcode == "mul" or product is None:
        return product
    addend = of(i.operands[3])
    return None if addend is None else product + addend


def _product(left: Operand, first: int, right: Operand, second: int) -> Stride:
    if first == 0 and second == 0:
        return 0
    if isinstance(right, Immediate) and second == 0:
        return first * right.bits
    if isinstance(left, Immediate) and first == 0:
        return second * left.bits
    return None


def may_wrap(i: Instruction) -> bool:
    """Return whether an affine operand is widened here, which is right only if no lane wraps around."""
    if i.opcode == "cvt":
        return i.modifiers[-2][1:] != i.modifiers[-1][1:]
    return "wide" in i.modifiers


class RowRegisters(RegisterFile):
    """A row's registers: like a thread's. The builder's `lanes` says how the current instruction reads them."""

    def __init__(
        self, function: Function, graph: Graph, builder: Builder, strides: dict[str, Stride], width: int
    ) -> None:
        self.strides, self.width = strides, width
        super().__init__(function, graph, builder)
        self.all_lanes = str((1 << width) - 1)
        # The lanes that run a block which others skip, as a vector and as bits.
        self.mask: str | None = None
        self.mask_bits = self.all_lanes
        self.blended: set[str] = set()

    def is_scalar(self, name: str) -> bool:
        """Return whether one scalar serves the row: the value, or the base if it is affine."""
        return self.strides.get(name, 0) is not None

    def lanes(self, name: str) -> int:
        return 1 if self.is_scalar(name) else self.width

    def read(self, name: str) -> tuple[str, str]:
        value, scalar = super().read(name)
        if self.builder.lanes == 1 or not self.is_scalar(name):
            return value, scalar
        return self.spread(value, scalar, self.strides.get(name, 0) or 0), scalar

    def spread(self, value: str, scalar: str, stride: int) -> str:
        """Return a scalar in all lanes, plus lane times stride."""
        b = self.builder
        kind = f"<{self.width} x {scalar}>"
        one = b.let(f"insertelement {kind} poison, {scalar} {value}, i32 0")
        everywhere = b.let(f"shufflevector {kind} {one}, {kind} poison, <{self.width} x i32> zeroinitializer")
        if stride == 0:
            return everywhere
        mask = (1 << BITS[scalar]) - 1
        steps = ", ".join(f"{scalar} {lane * stride & mask}" for lane in range(self.width))
        return b.let(f"add {kind} {everywhere}, <{steps}>")

    def written(self, name: str, value: str) -> str:
        value = super().written(name, value)
        if self.builder.lanes == 1 and not self.is_scalar(name):
            value = self.spread(value, self.types[name], 0)
        if self.mask is not None and name in self.blended:
            kind, before = self.held(name), self.value(name)
            value = self.builder.let(f"select <{self.width} x i1> {self.mask}, {kind} {value}, {kind} {before}")
        return value
