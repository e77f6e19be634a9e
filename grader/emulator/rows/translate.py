"""Translate a kernel into `step` for a row of threads at once, and to machine code, if possible."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Any

from grader.emulator.isa.instructions import ISA
from grader.emulator.layout import MemoryLayout
from grader.emulator.lowering.registers import is_incidental, is_special, read_special
from grader.emulator.lowering.traits import incidental
from grader.emulator.lowering.translate import NOTHING_TO_DO
from grader.emulator.native import records
from grader.emulator.native.machine_code import MachineCode, linked
from grader.emulator.passes.control_flow import Block, Ending
from grader.emulator.passes.suspensions import FENCES, is_plain_barrier, meets_at_mbarrier
from grader.emulator.ptx.nodes import Function, Instruction, Register, Vector
from grader.emulator.result import Unsupported
from grader.emulator.rows.emitter import LEFT, RowEmitter, any_lane
from grader.emulator.rows.loads_and_stores import lower_load, lower_mbarrier, lower_store
from grader.emulator.rows.registers import may_wrap, stride_of

_ROW_SPECIAL = ("%tid.", "%ntid.", "%ctaid.", "%nctaid.", "%laneid", "%warpid", "%smid", "%nsmid", "%dynamic_smem")


class RowStepper(RowEmitter):
    """Write `step` for rows of `width` threads; raises `Unsupported` for kernels that must go the careful way."""

    # ---- operands

    def read(self, name: str) -> tuple[str, str]:
        if name in self.registers.types:
            return self.registers.read(name)
        if not is_special(name) or not (name.startswith(_ROW_SPECIAL) or (is_incidental(name) and self.steady)):
            raise Unsupported(f"register {name} in rows")
        with self.b.wide(1):
            value, scalar = read_special(self.b, name)
        if self.b.lanes == 1:
            return value, scalar
        return self.registers.spread(value, scalar, stride_of(name, {}) or 0), scalar

    # ---- the function

    def lower(self) -> str:
        """Return the IR of `step`."""
        b = self.b
        self.steady = not incidental(self.graph)
        b.label("entry")
        self._prologue()
        self.registers.declare()
        self._resume_switch()
        for block in self.graph.blocks:
            self._lower_block(block)
        b.label("leave")
        left = b.let("load i32, ptr %code")
        given_up = b.let(f"icmp eq i32 {left}, {records.ROW_GIVE_UP}")
        b.do(f"ret i64 {b.let(f'select i1 {given_up}, i64 {records.GIVE_UP}, i64 {records.ABORT}')}")
        b.label("bail")
        b.do(f"ret i64 {records.ABORT}")
        return self.defined()

    def _prologue(self) -> None:
        b = self.b
        tables = ("params", "counters", "buffers", "shared", "wrote", "read", "trails")
        fields = {**dict.fromkeys(tables, "ptr"), "epoch": "i32", "begin": "i32", "dynamic_bytes": "i64"}
        self.load_fields("%ctx", records.CONTEXT, fields)
        b.do("%span = sub i32 %epoch, %begin")
        b.do("%code = alloca i32")
        b.do(f"{LEFT} = alloca i64")
        b.do(f"store i64 {self.registers.all_lanes}, ptr {LEFT}")
        b.do(f"%data = alloca <{self.width} x i32>, align 64")
        b.do(f"%places = alloca <{self.width} x i64>, align 64")
        if self.watch:
            for name in ("epoch", "begin", "span"):
                wide = self.registers.spread(f"%{name}", "i32", 0)
                b.do(f"%{name}_row = bitcast <{self.width} x i32> {wide} to <{self.width} x i32>")

    def _resume_switch(self) -> None:
        # Barriers first: only they take fuel. Those in memory last: the scheduler expects them there.
        stops = sorted(
            filter(self._waits, self.graph.blocks),
            key=lambda block: (block.ending is not Ending.SUSPEND, meets_at_mbarrier(block)),
        )
        self.meetings = sum(map(meets_at_mbarrier, stops))
        self.suspension_of = {block.index: number for number, block in enumerate(stops, start=1)}
        self.b.switch("%resume", {number: f"resume{number}" for number in self.suspension_of.values()}, "block0")
        for block in stops:
            self.resume(self.suspension_of[block.index], block)
            self.b.do(f"br label %block{block.targets[0]}")

    def _lower_block(self, block: Block) -> None:
        b = self.b
        b.label(f"block{block.index}")
        self.registers.begin_block()
        self.doubts.begin_block()
        self.shared.begin_block(block)
        left = b.let(f"load i64, ptr {LEFT}") if block.index in self.thinned else self.registers.all_lanes
        mask = self.masks.get(block.index)
        self.registers.mask, self.registers.mask_bits = mask or (None, left)
        if mask:
            join = self.graph.blocks[self.masked[block.index]]
            self.registers.blended = set(self.graph.live_names(join.live_in))
        self._count(block.index, self.registers.mask_bits)
        meets = meets_at_mbarrier(block)
        for instruction in block.instructions:
            self._lower(instruction, meets=meets)
        if self._waits(block):
            self.shared.suspect_missing()
        self.doubts.settle()
        self.registers.mask = None
        self._end(block)

    def _count(self, index: int, lanes: str) -> None:
        """Count that a block ran for these lanes, given as bits."""
        b = self.b
        amount = str(self.width)
        if lanes != self.registers.all_lanes:
            b.declarations.add("declare i64 @llvm.ctpop.i64(i64)")
            amount = b.let(f"call i64 @llvm.ctpop.i64(i64 {lanes})")
        b.add_to(b.let(f"getelementptr i64, ptr %counters, i64 {index}"), amount)

    # ---- instructions

    def _lower(self, i: Instruction, *, meets: bool) -> None:
        b = self.b
        self.registers.current = i
        if i.opcode in ISA:
            targets = [operand for operand in (i.operands[0], i.pair) if isinstance(operand, Register)]
            if isinstance(i.operands[0], Vector):
                targets = [item for item in i.operands[0].items if isinstance(item, Register)]
            scalar = all(self.registers.is_scalar(target.name) for target in targets)
            if scalar:
                self._guard_widening(i)
            with b.wide(1 if scalar else self.width):
                ISA[i.opcode](b, i)
        elif i.opcode == "ld":
            lower_load(self, i)
        elif i.opcode == "st":
            lower_store(self, i)
        elif i.opcode == "cvta":
            if "shared" in i.modifiers or "local" in i.modifiers:
                raise Unsupported("generic addresses in rows")
            with b.wide(self.registers.lanes(getattr(i.operands[0], "name", ""))):
                b.dst(i.operands[0], b.src(i.operands[1], "u64"), "u64")
        elif i.opcode == "mbarrier":
            lower_mbarrier(self, i, meets=meets)
        elif i.opcode not in NOTHING_TO_DO | FENCES:
            raise Unsupported(f"{i.name} in rows")
        self.shared.note_results(i)

    def _guard_widening(self, i: Instruction) -> None:
        """Widen an affine 32-bit value as base and stride only if no lane wraps."""
        if not may_wrap(i):
            return
        b = self.b
        for operand in i.operands[1:3]:
            stride = self.stride(operand)
            if stride:
                ptx = i.modifiers[-1]
                base = b.src(operand, ptx)
                last = b.let(f"add i32 {base}, {stride * (self.width - 1)}")
                word = ("s" if ptx[0] == "s" else "u") + ("lt" if stride > 0 else "gt")
                self.doubts.suspect(b.let(f"icmp {word} i32 {last}, {base}"))

    # ---- ways out of a block

    def _waits(self, block: Block) -> bool:
        """Return whether a row ends its turn there: at a barrier, and in lockstep around a store."""
        return block.ending is Ending.SUSPEND or (
            block.ending is Ending.YIELD and (self.lockstep or meets_at_mbarrier(block))
        )

    def _end(self, block: Block) -> None:
        b = self.b
        if block.ending is Ending.RETURN:
            b.do("ret i64 -1")
        elif self._waits(block):
            last = block.last
            assert last is not None
            if block.ending is Ending.SUSPEND and not is_plain_barrier(last):
                raise Unsupported(f"{last.name} in rows")
            self.stop(self.suspension_of[block.index], block)
        elif block.ending is Ending.BRANCH:
            self._branch(block)
        elif block.ending in (Ending.FALL, Ending.JUMP):
            b.do(f"br label %{block.way_to(block.targets[0])}")
            self._burn_fuel(block)
        else:
            b.do("br label %bail")

    def _branch(self, block: Block) -> None:
        b = self.b
        assert block.last is not None
        assert block.last.guard is not None
        taken, other = block.targets
        guard = block.last.guard.name
        if self.registers.is_scalar(guard):
            condition = self.registers.value(guard)
            ways = (taken, other) if not block.last.guard_negated else (other, taken)
            b.do(f"br i1 {condition}, label %{block.way_to(ways[0])}, label %{block.way_to(ways[1])}")
        else:
            self._branch_on_lanes(block, self.registers.value(guard))
        self._burn_fuel(block)

    def _branch_on_lanes(self, block: Block, lanes: str) -> None:
        b = self.b
        assert block.last is not None
        taken, other = block.targets
        left = self.registers.mask_bits
        if other in self.masked and self.masked[other] == taken:
            if not block.last.guard_negated:
                ones = "<" + ", ".join(["i1 true"] * self.width) + ">"
                lanes = b.let(f"xor <{self.width} x i1> {lanes}, {ones}")
            bits = self._lanes_among(lanes, left)
            self.masks[other] = (lanes, bits)
            b.do(f"br i1 {b.let(f'icmp eq i64 {bits}, 0')}, label %block{taken}, label %block{other}")
            return
        if block.last.guard_negated:
            taken, other = other, taken
        bits = self._lanes_among(lanes, left)
        if block.index in self.parting:
            self._part(block, taken, other, bits)
            return
        b.go_on_unless(b.let(f"icmp eq i64 {bits}, 0"), block.way_to(other))
        b.do(f"br i1 {b.let(f'icmp eq i64 {bits}, {left}')}, label %{block.way_to(taken)}, label %bail")

    def _lanes_among(self, lanes: str, left: str) -> str:
        bits = any_lane(self.b, lanes, self.width)
        return bits if left == self.registers.all_lanes else self.b.let(f"and i64 {bits}, {left}")

    def _part(self, block: Block, taken: int, other: int, bits: str) -> None:
        """Let some lanes, or all, leave the kernel; the others continue."""
        b = self.b
        out, left = self.parting[block.index], self.registers.mask_bits
        staying = b.let(f"xor i64 {bits}, {left}") if out == taken else bits
        b.go_on_unless(b.let(f"icmp eq i64 {staying}, 0"), block.way_to(out))
        self._count(out, b.let(f"xor i64 {staying}, {left}"))
        b.do(f"store i64 {staying}, ptr {LEFT}")
        b.do(f"br label %{block.way_to(other if out == taken else taken)}")

    def _burn_fuel(self, block: Block) -> None:
        for target in block.targets_above:
            self.b.label(block.way_to(target))
            self.burn_fuel(self.width, f"block{target}", "bail")


WIDTHS = (16, 8)


# Functions that rows of any kernel may call: see `native/rows/`.
_CALLED = (
    "row_load_8", "row_load_16", "row_load_one", "row_store_8", "row_store_16", "row_global", "row_shared",
    "row_make_mbarrier", "row_arrive",
)  # fmt: skip
# The fast way stops after more given-back blocks than this, if they are more than one in so many.
_PATIENCE, _SHARE = 8, 8


@dataclass(slots=True)
class Experience:
    """How many blocks ran the fast way, and how many of them it gave back."""

    tried: int = 0
    returned: int = 0

    @property
    def tired(self) -> bool:
        """True if the fast way gives back so many blocks that the careful way alone would be faster."""
        return self.returned > _PATIENCE and self.returned * _SHARE > self.tried


@dataclass(frozen=True, slots=True)
class RowTranslation:
    """Machine code that runs `width` threads as one, and its results in the launches so far.

    `idle` holds workers that earlier launches with such blocks and dynamic shared memory have left for reuse.
    """

    code: MachineCode
    width: int
    frame_bytes: int
    blocks: int
    trails: int
    experience: Experience = field(default_factory=Experience)
    idle: defaultdict[tuple[tuple[int, int, int], int], SimpleQueue[Any]] = field(
        default_factory=lambda: defaultdict(SimpleQueue)
    )


def row_width(block_x: int) -> int | None:
    """Return how many threads make a row for a block of this width; None if no row width divides it."""
    return next((width for width in WIDTHS if block_x % width == 0), None)


def translate_rows(
    kernel: Function, layout: MemoryLayout, width: int, *, watch: bool, lockstep: bool = False
) -> RowTranslation:
    """Translate a kernel (after inlining) for rows, which in `lockstep` take turns around stores as threads do.

    Without checkers, `watch` is False: then there are no sentinels on shared memory.

    Raises:
        Unsupported: something in it needs the careful way.

    """
    stepper = RowStepper(kernel, layout, width, watch=watch, lockstep=lockstep)
    step = stepper.lower()
    barriers = sum(block.ending is Ending.SUSPEND for block in stepper.graph.blocks)
    numbers = {
        "frame_bytes": stepper.registers.frame_bytes,
        "watched": int(watch),
        "last_barrier": barriers,
        "last_phase": len(stepper.suspension_of) - stepper.meetings,
    }
    write = partial(linked, step, stepper.b.declarations, numbers, entry="run_rows", always=_CALLED)
    code = MachineCode(write, f"{kernel.name}.rows-of-{width}")
    return RowTranslation(code, width, stepper.registers.frame_bytes, len(stepper.graph.blocks), stepper.trails)
