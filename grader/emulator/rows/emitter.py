"""The state that all writers of a row's `step` share, and its accesses to shared memory.

Lanes may leave the kernel before the others of their row, as where a matrix ends inside a tile. The row continues
without them as long as its threads need not meet: until a barrier, or an access to shared memory. Shared memory is
accessed for whole rows at once if lanes are neighbours, else lane by lane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.emulator.isa.builder import Builder
from grader.emulator.layout import MemoryLayout, SharedVariable
from grader.emulator.lowering.emitter import StepWriter
from grader.emulator.passes.control_flow import Block, Ending, Graph, build, results
from grader.emulator.passes.suspensions import suspender
from grader.emulator.passes.value_flow import of_address, provenance
from grader.emulator.ptx.nodes import Address, Function, Instruction, Operand, Register, Symbol, lanes_of, reached
from grader.emulator.result import Unsupported
from grader.emulator.rows.registers import RowRegisters, Stride, classify, stride_of


class Doubts:
    """Collect what sentinels suspect, for one branch; `settle` writes it."""

    def __init__(self, builder: Builder, width: int) -> None:
        self.b, self.width = builder, width
        self._odd: str | None = None
        self._odd_lanes: str | None = None

    def begin_block(self) -> None:
        """Forget all suspicions."""
        self._odd = self._odd_lanes = None

    def suspect(self, truth: str) -> None:
        """Suspect the row if `truth` holds."""
        self._odd = self.b.let(f"or i1 {self._odd}, {truth}") if self._odd else truth

    def suspect_lanes(self, truths: str) -> None:
        """Suspect the lanes for which `truths` holds."""
        kind = f"<{self.width} x i1>"
        self._odd_lanes = self.b.let(f"or {kind} {self._odd_lanes}, {truths}") if self._odd_lanes else truths

    def settle(self) -> None:
        """Leave the block if a sentinel has tripped since the last call."""
        b = self.b
        if self._odd_lanes:
            bits = any_lane(b, self._odd_lanes, self.width)
            self.suspect(b.let(f"icmp ne i64 {bits}, 0"))
        if self._odd:
            b.go_on_unless(self._odd, "bail", ", !prof !0")
        self._odd = self._odd_lanes = None


def any_lane(b: Builder, mask: str, width: int) -> str:
    """Return an i64 with one bit for each lane of an i1 vector."""
    return b.let(f"zext i{width} {b.let(f'bitcast <{width} x i1> {mask} to i{width}')} to i64")


class SharedAccesses:
    """Write the accesses, with sentinels for races (`watch`) and for addresses outside an array."""

    def __init__(
        self,
        emitter: RowEmitter,
        origins: dict[str, frozenset[str]],
    ) -> None:
        self.b, self.layout, self.registers, self.width = emitter.b, emitter.layout, emitter.registers, emitter.width
        self.origins, self.doubts, self.watch = origins, emitter.doubts, emitter.watch
        self._tables = ("shared", "wrote", "read") if self.watch else ("shared",)
        self._stretches: dict[tuple[str, int], tuple[int, int]] = {}
        self._versions: dict[str, int] = {}
        self._inside: dict[object, dict[str, str]] = {}
        self.mbarriers: list[SharedVariable] = []

    def begin_block(self, block: Block) -> None:
        """Forget which addresses are inside their array."""
        self._stretches, self._versions, self._inside = _stretches(block), {}, {}

    def note_results(self, i: Instruction) -> None:
        """Note that the registers an instruction writes hold other addresses from here on."""
        for name in results(i):
            self._versions[name] = self._versions.get(name, 0) + 1

    def variable_of(self, address: Address) -> SharedVariable:
        """Return the shared variable of an address; raises `Unsupported` if the code does not show it."""
        name = of_address(address, self.origins)
        if name is None or name not in self.layout.shared:
            raise Unsupported("a shared address of unknown origin in rows")
        return self.layout.shared[name]

    def _variable(self, address: Address) -> SharedVariable:
        variable = self.variable_of(address)
        if variable in self.mbarriers:
            raise Unsupported("an mbarrier's bytes in rows")
        return variable

    def _words(self, address: Address, variable: SharedVariable, shift: int, stride: int) -> dict[str, str]:
        """Return pointers to the first lane's word, and to the sentinels' records of its last write and read.

        One test serves all accesses of this block through one register: is the whole range inside? What is inside does
        not wrap, so the other words are at fixed distances.
        """
        b = self.b
        at = address.offset + shift
        if isinstance(address.base, Symbol):
            low, high = at, at + 4
            key: object = (variable.name, at)
        else:
            assert isinstance(address.base, Register)
            version = address.base.name, self._versions.get(address.base.name, 0)
            key = (variable.name, *version)
            low, high = self._stretches[version]
        spread = (self.width - 1) * stride
        low, high = low + min(0, spread), high + max(0, spread)
        if key not in self._inside:
            first = str(low)
            if isinstance(address.base, Register):
                first = b.offset_in(Address(address.base, low), variable.address)
            self._require(first, variable.length, high - low)
            place = b.let(f"add i64 {first}, {variable.place}")
            self._inside[key] = {table: b.at(f"%{table}", place) for table in self._tables}
        return {table: b.at(start, at - low) for table, start in self._inside[key].items()}

    def _require(self, first: str, length: str, size: int) -> None:
        """Leave the block unless `size` bytes from `first` on lie in the array, and begin at a word."""
        b = self.b
        room = b.let(f"sub i64 {b.let(f'sub i64 {length}, {first}')}, {size}")
        outside = b.let(f"icmp slt i64 {b.let(f'or i64 {room}, {first}')}, 0")
        low_bits = b.let(f"and i64 {first}, 3")
        crooked = b.let(f"icmp ne i64 {low_bits}, 0")
        b.go_on_unless(b.let(f"or i1 {outside}, {crooked}"), "bail", ", !prof !0")

    def suspect_missing(self) -> None:
        """End the fast way for a row that lanes have left."""
        left = self.registers.mask_bits
        if left != self.registers.all_lanes:
            self.doubts.suspect(self.b.let(f"icmp ne i64 {left}, {self.registers.all_lanes}"))

    def load(self, address: Address, shift: int, stride: Stride) -> tuple[str, bool]:
        """Return the words of a row, and whether one word serves all lanes."""
        b = self.b
        variable = self._variable(address)
        if stride not in (0, 4) or self.registers.mask is not None:
            value = self._apart(address, variable, shift, None, together=stride == 0)
            return value, stride == 0
        self.suspect_missing()
        word = self._words(address, variable, shift, stride)
        kind, rows = ("i32", "") if stride == 0 else (f"<{self.width} x i32>", "_row")
        if self.watch:
            stamp = b.let(f"load {kind}, ptr {word['wrote']}, align 4")
            since = b.let(f"sub {kind} {stamp}, %begin{rows}")
            odd = b.let(f"icmp uge {kind} {since}, %span{rows}")
            if stride == 0:
                self.doubts.suspect(odd)
            else:
                self.doubts.suspect_lanes(odd)
            b.do(f"store {kind} %epoch{rows}, ptr {word['read']}, align 4")
        return b.let(f"load {kind}, ptr {word['shared']}, align 4"), stride == 0

    def store(self, address: Address, shift: int, stride: Stride, value: str) -> None:
        """Store a word of each lane."""
        b = self.b
        variable = self._variable(address)
        if stride != 4 or self.registers.mask is not None:
            self._apart(address, variable, shift, value)
            return
        self.suspect_missing()
        word = self._words(address, variable, shift, stride)
        kind = f"<{self.width} x i32>"
        if self.watch:
            for table in ("wrote", "read"):
                stamp = b.let(f"load {kind}, ptr {word[table]}, align 4")
                self.doubts.suspect_lanes(b.let(f"icmp uge {kind} {stamp}, %epoch_row"))
            b.do(f"store {kind} %epoch_row, ptr {word['wrote']}, align 4")
        b.do(f"store {kind} {value}, ptr {word['shared']}, align 4")

    def _apart(
        self, address: Address, variable: SharedVariable, shift: int, value: str | None, *, together: bool = False
    ) -> str:
        """Access memory for lanes that are not neighbours, or not all present: one by one, in a function.

        `together` is a load by all lanes from one word: one lane does it for those that are present, and returns a
        scalar.
        """
        b = self.b
        with b.wide(self.width):
            offsets = b.offset_in(Address(address.base, address.offset + shift), variable.address)
        b.do(f"store <{self.width} x i64> {offsets}, ptr %places, align 64")
        if value is not None:
            b.do(f"store <{self.width} x i32> {value}, ptr %data, align 64")
        storing = "true" if value is not None else "false"
        mask = 1 if together else self.registers.mask_bits
        self.doubts.suspect(
            b.let(
                f"call i1 @row_shared(ptr %shared, ptr %wrote, ptr %read, i32 %epoch, i32 %begin, ptr %places, "
                f"i64 {variable.place}, i64 {variable.length}, i64 {mask}, i1 {storing}, ptr %data)"
            )
        )
        if together:
            return b.let("load i32, ptr %data, align 64")
        return b.let(f"load <{self.width} x i32>, ptr %data, align 64") if value is None else ""


def _stretches(block: Block) -> dict[tuple[str, int], tuple[int, int]]:
    """Return the range of offsets used with each value of each base register of shared accesses in a block."""
    versions: dict[str, int] = {}
    extents: dict[tuple[str, int], tuple[int, int]] = {}
    for i in block.instructions:
        address = next((operand for operand in i.operands if isinstance(operand, Address)), None)
        if i.opcode in ("ld", "st") and address is not None and isinstance(address.base, Register):
            key = address.base.name, versions.get(address.base.name, 0)
            low, high = extents.get(key, (address.offset, address.offset))
            extents[key] = min(low, address.offset), max(high, address.offset + 4 * lanes_of(i.modifiers))
        for name in results(i):
            versions[name] = versions.get(name, 0) + 1
    return extents


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


class RowEmitter(StepWriter):
    """The builder, the registers and memory of a row of `width` threads."""

    registers: RowRegisters

    def __init__(self, kernel: Function, layout: MemoryLayout, width: int, *, watch: bool, lockstep: bool) -> None:
        self.layout, self.width, self.watch, self.lockstep = layout, width, watch, lockstep
        self.graph = build(kernel, suspender(kernel, lockstep=lockstep))
        self.masked = triangles(self.graph)
        self.masks: dict[int, tuple[str, str]] = {}
        self.trails = 0
        self.suspension_of: dict[int, int] = {}
        self.strides = classify(kernel, self.graph, self.masked)
        self.b = Builder(self)
        self.registers = RowRegisters(kernel, self.graph, self.b, self.strides, width)
        self.parting = partings(self.graph, self.registers.is_scalar)
        self.thinned = thinned(self.graph, self.parting)
        if self.registers.unset:
            raise Unsupported("registers that nothing may have set, in rows")
        self.doubts = Doubts(self.b, width)
        self.shared = SharedAccesses(self, provenance(kernel, layout.names))
        self.shared.mbarriers = [
            self.shared.variable_of(place)
            for item in kernel.instructions if item.opcode == "mbarrier"
            for place in item.operands if isinstance(place, Address)
        ]  # fmt: skip

    def trail(self) -> str:
        """Return a place for an access to remember where it was."""
        self.trails += 1
        return self.b.at("%trails", 8 * (self.trails - 1))

    def symbol(self, operand: Operand) -> str:
        """Return the address of a variable; raises `Unsupported` if each thread has its own."""
        assert isinstance(operand, Symbol)
        address = self.layout.symbol_address(operand.name)
        if address is None or operand.name in self.layout.locals:
            raise Unsupported(f"address of {operand.name} in rows")
        return self.b.splat("i64", str(address + operand.offset))

    def stride(self, operand: Operand) -> Stride:
        """Return how an operand varies along the row."""
        return stride_of(operand.name, self.strides) if isinstance(operand, Register) else 0
