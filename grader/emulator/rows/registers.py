"""Registers of a row of threads: scalars where they are uniform or affine, vectors where they are not."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS, Builder
from grader.emulator.layout import align_up
from grader.emulator.lowering.registers import RegisterFile
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Graph
from grader.emulator.ptx import Function
from grader.emulator.rows.strides import Stride


class RowRegisters(RegisterFile):
    """Like a thread's registers; `lanes` of the builder says how the current instruction wants to see them."""

    def __init__(
        self, function: Function, graph: Graph, builder: Builder, strides: dict[str, Stride], width: int
    ) -> None:
        super().__init__(function, graph, builder)
        self.strides, self.width = strides, width
        self.all_lanes = str((1 << width) - 1)
        # Of a block that some lanes skip: those that do not, as a vector and as bits.
        self.mask: str | None = None
        self.mask_bits = self.all_lanes
        self.blended: set[str] = set()
        place, slots = records.FRAME_BYTES, {}
        for name in self.slots:
            place = align_up(place, 64)
            slots[name] = place
            place += 16 if self.is_scalar(name) else 16 * width
        self.slots, self.frame_bytes = slots, align_up(place, 64)

    def is_scalar(self, name: str) -> bool:
        """Whether one scalar serves the row."""
        return self.strides.get(name, 0) is not None

    def held(self, name: str) -> str:
        """The type that a register is kept in."""
        scalar = self.types[name]
        return scalar if self.is_scalar(name) else f"<{self.width} x {scalar}>"

    def declare(self) -> None:
        for name in sorted(self.kept):
            kind = self.held(name)
            self.builder.do(f'%"{name}" = alloca {kind}, align 64')
            self.builder.do(f'store {kind} zeroinitializer, ptr %"{name}"')

    def raw(self, name: str) -> str:
        """The value as it is kept: a scalar (the base, when affine) or a vector."""
        if name in self.values:
            return self.values[name]
        if name not in self.cached:
            if name not in self.kept:
                return "zeroinitializer"
            self.cached[name] = self.builder.let(f'load {self.held(name)}, ptr %"{name}"')
        return self.cached[name]

    def read(self, name: str) -> tuple[str, str]:
        scalar = self.types[name]
        value = self.raw(name)
        if name in self.pure and scalar == "float" and self.current and not self._hides_nan(self.current):
            value = self._canonical_as_held(name, value)
        if self.builder.lanes == 1 or not self.is_scalar(name):
            return value, scalar
        return self.spread(value, scalar, self.strides.get(name, 0) or 0), scalar

    def _canonical_as_held(self, name: str, value: str) -> str:
        lanes = self.builder.lanes
        self.builder.lanes = 1 if self.is_scalar(name) else self.width
        value = self.canonical(value)
        self.builder.lanes = lanes
        return value

    def spread(self, value: str, scalar: str, stride: int) -> str:
        """A scalar in all lanes, plus lane times stride."""
        b = self.builder
        kind = f"<{self.width} x {scalar}>"
        one = b.let(f"insertelement {kind} poison, {scalar} {value}, i32 0")
        everywhere = b.let(f"shufflevector {kind} {one}, {kind} poison, <{self.width} x i32> zeroinitializer")
        if stride == 0:
            return everywhere
        mask = (1 << BITS[scalar]) - 1
        steps = ", ".join(f"{scalar} {lane * stride & mask}" for lane in range(self.width))
        return b.let(f"add {kind} {everywhere}, <{steps}>")

    def write(self, name: str, value: str) -> None:
        scalar = self.types[name]
        value = self.written(name, value)
        if self.builder.lanes == 1 and not self.is_scalar(name):
            value = self.spread(value, scalar, 0)
        if self.mask is not None and name in self.blended:
            kind = self.held(name)
            before = self.raw(name)
            value = self.builder.let(f"select <{self.width} x i1> {self.mask}, {kind} {value}, {kind} {before}")
        if name in self.kept:
            self.builder.do(f'store {self.held(name)} {value}, ptr %"{name}"')
            self.cached[name] = value
        else:
            self.values[name] = value

    def save(self, names: list[str]) -> None:
        for name in names:
            place = self.builder.at("%frame", self.slots[name])
            self.builder.do(f"store {self.held(name)} {self.raw(name)}, ptr {place}, align 4")

    def restore(self, names: list[str]) -> None:
        for name in names:
            place = self.builder.at("%frame", self.slots[name])
            value = self.builder.let(f"load {self.held(name)}, ptr {place}, align 4")
            self.builder.do(f'store {self.held(name)} {value}, ptr %"{name}"')
