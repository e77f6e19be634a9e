"""The state that all writers of one kernel's `step` share, and statements that any of them may need."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from functools import partial

from grader.emulator import layout as at
from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder, Owner
from grader.emulator.layout import MemoryLayout, align_up
from grader.emulator.lowering.checked_access import Memory, may_be_local
from grader.emulator.lowering.registers import RegisterFile
from grader.emulator.lowering.traits import Shadow, Traits
from grader.emulator.matrix.forms import area_bytes
from grader.emulator.matrix.fragments import MatrixCode
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Block, Graph, results
from grader.emulator.passes.suspensions import (
    ACQUIRING,
    RELEASING,
    is_fence,
    number_suspensions,
    reads_of_data,
    strong_accesses,
)
from grader.emulator.passes.value_flow import moving_loads, printed_by, provenance
from grader.emulator.ptx.nodes import Function, Instruction
from grader.emulator.result import Unsupported
from grader.emulator.site_table import LoggedAccesses, Tables


class StepWriter(Owner):
    """What a thread's `step` and that of a row of threads have in common: registers, turns, and fuel."""

    b: Builder
    layout: MemoryLayout
    graph: Graph
    registers: RegisterFile
    recording = False

    def write(self, name: str, value: str) -> None:
        self.registers.write(name, value)

    def register_type(self, name: str) -> str:
        if name not in self.registers.types:
            raise Unsupported(f"register {name}")
        return self.registers.types[name]

    def load_fields(self, base: str, places: Mapping[str, int], fields: Mapping[str, str]) -> None:
        """Load fields of a record, of these LLVM types, into variables of their names."""
        for name, kind in fields.items():
            self.b.do(f"%{name.removesuffix('_bytes')} = load {kind}, ptr {self.b.at(base, places[name])}")

    def resume(self, number: int, block: Block) -> None:
        """Begin where a thread goes on that stopped at the end of a block."""
        self.b.label(f"resume{number}")
        self.registers.begin_block()
        self.registers.restore(self.graph.live_after(block))

    def stop(self, number: int, block: Block) -> None:
        """Return to the scheduler at the end of a block; `number` is where to go on."""
        self.registers.save(self.graph.live_after(block))
        self.b.do(f"ret i64 {number}")

    def burn_fuel(self, amount: int, target: str, empty: str) -> None:
        """Take some fuel and go to the label `target`, or to `empty` if none is left."""
        b = self.b
        left = b.let(f"sub i64 {b.context('fuel')}, {amount}")
        b.set_context("fuel", left)
        b.do(f"br i1 {b.let(f'icmp slt i64 {left}, 0')}, label %{empty}, label %{target}, !prof !0")

    def defined(self) -> str:
        """Return the function."""
        return self.b.defined("i64 @step(ptr noalias %ctx, ptr noalias %frame, i64 %resume)")


class Emitter(StepWriter):
    """The builder, the registers and memory, the numbered sites, and facts about the kernel.

    `ordered` says that threads may take turns within an epoch and accesses keep histories. `follows_flags` says that
    fences and flags order them too. `strong`, `of_data` and `moving` hold loads and stores by `id`.
    """

    def __init__(
        self,
        kernel: Function,
        layout: MemoryLayout,
        shadow: dict[str, Shadow],
        graph: Graph,
        traits: Traits,
        *,
        record: LoggedAccesses,
        checked: bool,
    ) -> None:
        self.kernel, self.layout, self.shadow = kernel, layout, shadow
        self.recording, self.stepwise = record is not LoggedAccesses.NOTHING, record is LoggedAccesses.STEPS
        self.tables = Tables()
        self.graph, self.traits = graph, traits
        watched = traits.interleaved and "history" in shadow["global"].fields
        self.ordered, self.follows_flags = watched, watched and traits.causal
        self.strong = strong_accesses(kernel) if watched else frozenset()
        self.of_data = reads_of_data(kernel) if watched else frozenset()
        self.b = Builder(self)
        origins = provenance(kernel, layout.names)
        asked = layout.local_bytes > 0 and bool(shadow["local"].fields)
        self.registers = RegisterFile(
            kernel, self.graph, self.b, partial(may_be_local, layout, origins) if asked else None
        )
        self.printed = printed_by(kernel.body)
        self.unset_sites: dict[int, int] = {}
        self.suspensions = number_suspensions(graph.blocks)
        for suspension in self.suspensions.values():
            # Registers for an answer are written where the thread continues, on more than one path to what follows.
            self.registers.kept |= {name for name in results(suspension.instruction) if name in self.registers.types}
        place = align_up(self.registers.frame_bytes, 16)
        self.matrices = MatrixCode(place)
        self.saved_place = align_up(place + area_bytes(kernel), 16)
        saved_bytes = at.STACK_BYTES if layout.stack_place is not None else 0
        self.frame_bytes = align_up(self.saved_place + saved_bytes, 64)
        self.moving = moving_loads(kernel) if checked else frozenset()
        self.report_base: dict[str, int] = {}
        self.memory = Memory(self.b, layout, origins, shadow, traits, remember=self.recording, checked=checked)

    def abort(self, code: int, site: int) -> None:
        """End the launch here."""
        b = self.b
        b.do(f"call void @abort_launch(ptr %ctx, ptr %frame, i64 {code}, i64 {site})")
        b.do(f"ret i64 {records.ABORT}")

    def require(self, truth: str, site: int) -> None:
        """End the launch if the instruction at `site` has an invalid operand."""
        b = self.b
        fine, wrong = b.name("fine"), b.name("wrong")
        b.do(f"br i1 {truth}, label %{fine}, label %{wrong}, !prof !1")
        b.label(wrong)
        self.abort(records.ABORT_OPERAND, site)
        b.label(fine)

    def jump_back(self, site: int, label: str) -> None:
        """Take fuel and go to a label; end the launch if none is left."""
        empty = self.b.name("empty")
        self.burn_fuel(1, label, empty)
        self.b.label(empty)
        self.abort(records.ABORT_FUEL, site)


EVENT_KINDS = ("load", "store", "fma", "barrier", "exit", "atomic", "copy", "branch")
"""The last two are only for counts: what an asynchronous copy loads, with its bytes; where a branch goes."""


def record_access(emitter: StepWriter, op: str, site: int, shift: int, value: str, kind: str) -> None:
    """Log the access that was just announced, or the part of it `shift` bytes further."""
    b = emitter.b
    bits = b.reinterpret(b.reinterpret(value, kind, f"i{BITS[kind]}"), f"i{BITS[kind]}", "i64")
    what = f"i64 {site}, i64 {EVENT_KINDS.index(op)}, i64 {shift}, i64 {bits}"
    b.do(b.call("void", "record_access", f"ptr %ctx, ptr %frame, {what}"))


def record_value(emitter: Emitter, op: str, i: Instruction) -> None:
    """Log the result of an instruction."""
    b = emitter.b
    ptx = i.modifiers[-1]
    width = BITS[LLVM_TYPES[ptx]]
    value = b.src(i.operands[0], f"b{width}")
    record_event(emitter, op, str(emitter.tables.site(i, "", "", width // 8)), b.reinterpret(value, f"i{width}", "i64"))


def record_event(emitter: Emitter, kind: str, site: str, value: str) -> None:
    """Log an event that is no access."""
    number = EVENT_KINDS.index(kind)
    what = f"i64 {site}, i64 {number}, i64 0, i64 0, i64 {value}"
    emitter.b.do(emitter.b.call("void", "record", f"ptr %ctx, i64 %linear, {what}"))


def lower_fence(emitter: Emitter, i: Instruction) -> None:
    """Acquire what the thread has seen of flags; its later flags release what it knows."""
    if emitter.follows_flags and is_fence(i):
        emitter.b.do("call void @fence(ptr %ctx, ptr %frame)")


def note_flag(emitter: Emitter, words: Collection[str], *, loads: bool, stores: bool, wrote: str = "true") -> None:
    """Note that a strong load has seen the flag at this place, that a strong store sets it, or both.

    An atomic update also keeps what the flag told before; one that has not `wrote`, a `cas` that fails, only sees it.
    """
    if not emitter.follows_flags:
        return
    b, (acquires, releases) = emitter.b, (str(not kind.isdisjoint(words)).lower() for kind in (ACQUIRING, RELEASING))
    if loads:
        b.do(f"call void @observe(ptr %ctx, ptr %frame, i1 {acquires})")
    if stores:
        with b.only_if(wrote) if wrote != "true" else contextlib.nullcontext():
            b.do(f"call void @publish(ptr %ctx, ptr %frame, i1 {releases}, i1 {str(loads).lower()})")
