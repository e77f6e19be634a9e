"""The state that all writers of a row's `step` share.

Lanes may leave the kernel before the others of their row, as where a matrix ends inside a tile. The row continues
without them as long as its threads need not meet: until a barrier, or an access to shared memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.emulator.isa import Builder
from grader.emulator.isa.builder import Owner
from grader.emulator.layout import MemoryLayout
from grader.emulator.passes.control_flow import Ending, Graph, build
from grader.emulator.passes.suspensions import suspender
from grader.emulator.passes.value_flow import provenance
from grader.emulator.ptx import Address, Function, Operand, Register, Symbol
from grader.emulator.reached import reached
from grader.emulator.rows.registers import RowRegisters, Stride, classify
from grader.emulator.rows.shared_memory import Doubts, SharedAccesses
from grader.emulator.unsupported import Unsupported

LEFT = "%left"
"""The variable that holds the lanes which are left, a bit each."""


def partings(graph: Graph, uniform: Callable[[str], bool]) -> dict[int, int]:
    """Return branches where lanes may diverge and one side leaves the kernel: block → the block that only ends."""
    found = {}
    for block in graph.blocks:
        guard = block.last.guard if block.last is not None else None
        if block.ending is not Ending.BRANCH or guard is None or uniform(guard.name):
            continue
        ways = [graph.blocks[target] for target in block.targets]
        out = [way.index for way in ways if way.ending is Ending.RETURN and not way.instructions]
        if len(out) == 1:
            found[block.index] = out[0]
    return found


def thinned(graph: Graph, parting: dict[int, int]) -> frozenset[int]:
    """Return blocks that a row may enter without some of its lanes; behind a barrier all are present."""

    def goes_to(index: int) -> Sequence[int]:
        return () if graph.blocks[index].ending is Ending.SUSPEND else graph.blocks[index].targets

    return frozenset(reached([target for index in parting for target in graph.blocks[index].targets], goes_to))


def special_stride(name: str) -> Stride:
    """Return how a special register varies along a row. Unknown names are registers that are never written."""
    return 1 if name in ("%tid.x", "%laneid") else 0


def triangles(graph: Graph) -> dict[int, int]:
    """Return blocks that a branch may skip and that only compute, load and store: block → where both sides join."""
    entered: dict[int, int] = {}
    for block in graph.blocks:
        for target in block.targets:
            entered[target] = entered.get(target, 0) + 1
    found = {}
    for block in graph.blocks:
        if block.ending is not Ending.BRANCH:
            continue
        join, inner = block.targets
        body = graph.blocks[inner]
        goes_on = body.ending in (Ending.FALL, Ending.JUMP) and body.targets == (join,)
        if entered[inner] == 1 and goes_on and join > inner:
            found[inner] = join
    return found


class RowEmitter(Owner):
    """The builder, the registers and memory of a row of `width` threads."""

    def __init__(self, kernel: Function, layout: MemoryLayout, width: int, *, watch: bool, lockstep: bool) -> None:
        self.layout, self.width, self.watch, self.lockstep = layout, width, watch, lockstep
        self.graph = build(kernel, suspender(kernel, lockstep=lockstep))
        self.masked = triangles(self.graph)
        self.masks: dict[int, tuple[str, str]] = {}
        self.trails = 0
        self.suspension_of: dict[int, int] = {}
        self.strides = classify(kernel, self.graph, self.masked, special_stride)
        self.b = Builder(self)
        self.registers = RowRegisters(kernel, self.graph, self.b, self.strides, width)
        self.parting = partings(self.graph, self.registers.is_scalar)
        self.thinned = thinned(self.graph, self.parting)
        if self.registers.unset:
            raise Unsupported("registers that nothing may have set, in rows")
        names = set(layout.shared) | set(layout.locals) | set(layout.globals) | set(layout.params)
        origins = provenance(kernel, names)
        self.doubts = Doubts(self.b, width)
        self.shared = SharedAccesses(self.b, layout, self.registers, origins, self.doubts, watch=watch)
        self.shared.mbarriers = [
            self.shared.variable_of(place)
            for item in kernel.instructions if item.opcode == "mbarrier"
            for place in item.operands if isinstance(place, Address)
        ]  # fmt: skip

    def trail(self) -> str:
        """Return a place for an access to remember where it was."""
        self.trails += 1
        return self.b.at("%trails", 8 * (self.trails - 1))

    def write(self, name: str, value: str) -> None:
        self.registers.write(name, value)

    def symbol(self, operand: Operand) -> str:
        """Return the address of a variable; raises `Unsupported` if each thread has its own."""
        assert isinstance(operand, Symbol)
        address = self.layout.symbol_address(operand.name)
        if address is None or operand.name in self.layout.locals:
            raise Unsupported(f"address of {operand.name} in rows")
        return self.b.splat("i64", str(address + operand.offset))

    def stride(self, operand: Operand) -> Stride:
        """Return how an operand varies along the row."""
        if not isinstance(operand, Register):
            return 0
        return self.strides[operand.name] if operand.name in self.strides else special_stride(operand.name)
