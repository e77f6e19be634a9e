"""Translate PTX of one kernel to machine code with checks: `translate` lists the steps, `Stepper` writes the IR.

`step(context, frame, resume) → state`: one thread runs from where it stopped to where it must wait, or to its end.
`resume` is 0 at first, then the number of the suspension at which the thread stopped. The result is such a number, an
exit (−1 − site), or `ABORT`. Registers that live across a suspension are in the frame; all else is SSA. Every backward
jump takes fuel, so every launch ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from grader.emulator.checkers.checkers import KINDS
from grader.emulator.dump import leave
from grader.emulator.isa.instructions import ISA
from grader.emulator.layout import MemoryLayout, lay_out, used_names
from grader.emulator.lowering import call_stack
from grader.emulator.lowering.emitter import Emitter, lower_fence, record_event, record_value
from grader.emulator.lowering.loads_and_stores import ask_space, convert_address, lower_atomic, lower_load, lower_store
from grader.emulator.lowering.mbarriers import lower_copy, lower_mbarrier
from grader.emulator.lowering.registers import is_special, read_special
from grader.emulator.lowering.traits import Shadow, Traits, granules_of, shadows, traits_of
from grader.emulator.lowering.unset_values import follow_unset
from grader.emulator.lowering.waiting import arrive, bring, operation_of, perform, suspension_site, take
from grader.emulator.native import records
from grader.emulator.native.machine_code import Linked, MachineCode, linked
from grader.emulator.passes.control_flow import Block, Ending, build, reaches
from grader.emulator.passes.inlining import inline_calls
from grader.emulator.passes.suspensions import FENCES, Suspension, Wait, number_suspensions, suspender
from grader.emulator.ptx.nodes import Function, Instruction, Module, Operand, Symbol, written
from grader.emulator.result import Unsupported
from grader.emulator.site_table import LineCounts, LoggedAccesses, Tables


@dataclass(frozen=True)
class Translation:
    """A kernel as machine code, with the tables to read its results by. `tables.sites` are known once IR exists."""

    code: MachineCode
    kernel: Function
    layout: MemoryLayout
    tables: Tables
    checked: bool
    shadow: dict[str, Shadow]
    report_base: dict[str, int]
    site_count: int
    frame_bytes: int
    traits: Traits

    @cached_property
    def lines(self) -> LineCounts:
        """The amounts that each block adds to the counts of its lines, for launches that have run."""
        return LineCounts(self.tables.blocks, self.tables.sites)

    @property
    def finding_rows(self) -> int:
        """The number of rows in the findings table: one for each kind and site."""
        return max(1, len(self.report_base) * self.site_count)


def translate(
    module: Module,
    kernel: Function,
    record: LoggedAccesses,
    *,
    checked: bool = True,
    lockstep: bool = False,
    counted: bool = True,
) -> Translation:
    """Translate one kernel; in `lockstep` its threads take turns around every store (`suspensions.suspender`).

    With `counted`, the code counts how often each block ran. Without, there is a quarter less machine code to make.

    Raises:
        Unsupported: the emulator cannot run the kernel as a whole. Single unknown instructions only end the launch.

    """
    function = inline_calls(module, kernel)
    leave(f"{kernel.name}.inlined.ptx", lambda: written(function))
    graph = build(function, suspender(function, lockstep=lockstep))
    stops = list(number_suspensions(graph.blocks).values())
    layout = lay_out(module, function, used_names(function))
    traits = traits_of(function, graph, stops, set(layout.shared))
    shadow = shadows(granules_of(function), traits, checked=checked)
    stepper = Stepper(function, layout, shadow, graph, traits, record=record, checked=checked)
    stepper.number_sites(KINDS if checked else ())
    return Translation(
        code=MachineCode(partial(_write, stepper, stops, counted=counted), f"{kernel.name}.careful"),
        kernel=function,
        layout=layout,
        tables=stepper.tables,
        checked=checked,
        shadow=shadow,
        report_base=stepper.report_base,
        site_count=stepper.site_count,
        frame_bytes=stepper.frame_bytes,
        traits=traits,
    )


def _write(stepper: Stepper, stops: Sequence[Suspension], *, counted: bool) -> Linked:
    """Write the IR, which a launch in rows of threads does not need, and the sites in it."""
    step = stepper.lower(counted=counted)
    hooks = [suspension_site(stepper.tables.suspensions)]
    if stepper.traits.interleaved:
        operations = [(stop.number, stop.instruction) for stop in stops if stop.wait is Wait.WARP]
        hooks += [operation_of(operations), perform(operations, stepper.matrices)]
    shared, local = (stepper.shadow[space] for space in ("shared", "local"))
    barriers = sum(stop.wait.of_block for stop in stops)
    numbers = {  # that the runtime reads; `native/records.h` explains each
        "frame_bytes": stepper.frame_bytes,
        "causal": int(stepper.traits.causal),
        "shared_granule": shared.granule,
        "shared_stride": shared.stride,
        "shared_history": shared.fields.get("history", 0),
        "local_bytes": stepper.layout.local_bytes,
        "local_granule_shift": local.granule.bit_length() - 1,
        "local_stride": local.stride,
        "local_write": local.fields.get("write", 0),
        "last_barrier": barriers,
        "last_operation": barriers + sum(stop.wait is Wait.WARP for stop in stops),
        "last_turn": sum(stop.wait not in (Wait.PHASE, Wait.MEETING) for stop in stops),
        "last_phase": sum(stop.wait is not Wait.MEETING for stop in stops),
        **{f"first_row_of_{kind.replace('-', '_')}": stepper.report_base.get(kind, -1) for kind in KINDS},
    }
    return linked(
        "\n".join([*hooks, step]),
        stepper.b.declarations,
        numbers,
        shared=[text for _, text in sorted(stepper.memory.texts.items())],
        entry="run_turns" if stepper.traits.interleaved else "run_blocks",
        ordered="history" in shared.fields,
    )


NOTHING_TO_DO = frozenset({
    "prefetch", "prefetchu", "applypriority", "pmevent", "nanosleep", "griddepcontrol",
    "setmaxnreg",
})  # fmt: skip


class Stepper(Emitter):
    """Write `step` for one kernel."""

    # ---- operands

    def read(self, name: str) -> tuple[str, str]:
        if name not in self.registers.types:
            if is_special(name):
                return read_special(self.b, name)
            raise Unsupported(f"register {name}")
        return self.registers.read(name)

    def symbol(self, operand: Operand) -> str:
        assert isinstance(operand, Symbol)
        if operand.name in self.layout.activation:
            place = call_stack.variable_place(self, operand.name)
            return self.b.let(f"add i64 {place}, {records.LOCAL_BASE + operand.offset}")
        address = self.layout.symbol_address(operand.name)
        if address is None:
            raise Unsupported(f"address of {operand.name}")
        return str(address + operand.offset)

    # ---- the function

    def lower(self, *, counted: bool) -> str:
        """Return the IR of `step`; after that, `functions` has the functions it calls to judge accesses."""
        self._counted = counted
        self.load_fields("%ctx", records.CONTEXT, {"params": "ptr", "counters": "ptr", "dynamic_bytes": "i64"})
        self.load_fields("%frame", records.FRAME, {"linear": "i64", "local": "ptr"})
        self.registers.declare()
        self._resume_switch()
        for block in self.graph.blocks:
            self._lower_block(block)
        return self.defined()

    def number_sites(self, kinds: Sequence[str]) -> None:
        """Count sites before IR is written: rows of the findings table are `kind · sites + site`."""
        count = sum(3 * len(block.instructions) + 4 for block in self.graph.blocks)
        if count >= records.MOST_SITES:
            raise Unsupported(f"a kernel of so many instructions ({count // 3:,})")
        self.site_count = count
        self.report_base.update({kind: n * count for n, kind in enumerate(kinds)})
        for block in self.graph.blocks:
            self.tables.blocks.append(block.whole if block.ending is Ending.SUSPEND else block.instructions)

    def _resume_switch(self) -> None:
        numbers = [suspension.number for suspension in self.suspensions.values()]
        self.b.switch("%resume", {number: f"resume{number}" for number in numbers}, "start")
        self.b.label("start")
        if self.layout.stack_place is not None:
            call_stack.begin(self)
        self.b.do("br label %block0")
        call_stack.lower_return_points(self)
        for suspension in self.suspensions.values():
            self.resume(suspension.number, suspension.block)
            self.registers.marks = {}
            before = len(self.b.lines)
            try:
                take(self, suspension)
            except Unsupported:
                self._refuse(suspension.instruction, before)
                continue
            self.b.do(f"br label %block{suspension.block.targets[0]}")
        barriers = {index for index, stop in self.suspensions.items() if stop.wait.of_block}
        self.can_wait = reaches(self.graph, lambda block: block.index in barriers)

    # ---- blocks

    def _lower_block(self, block: Block) -> None:
        b = self.b
        b.label(f"block{block.index}")
        self.registers.begin_block()
        if self._counted:
            b.add_to(b.let(f"getelementptr i64, ptr %counters, i64 {block.index}"), 1)
        for instruction in block.instructions:
            if not self._lower(instruction):
                return
        self.registers.current = block.last
        before = len(b.lines)
        try:
            if block.last is not None and block.ending is not Ending.YIELD:
                follow_unset(self, block.last)
            self._end(block)
        except Unsupported:
            self._refuse(block.last, before)

    def _refuse(self, instruction: Instruction | None, before: int) -> None:
        """End the launch for a thread that comes here, and drop the instruction's lines since `before`.

        What the instruction would read is no fault, because it cannot run.
        """
        assert instruction is not None
        del self.b.lines[before:]
        self.abort(records.ABORT_UNSUPPORTED, self.tables.site(instruction))

    def _lower(self, instruction: Instruction) -> bool:
        """Write one instruction. Return False if it is unknown, so that the block ends here."""
        self.registers.current = instruction
        before = len(self.b.lines)
        try:
            follow_unset(self, instruction)
            self._dispatch(instruction)
        except Unsupported:
            self._refuse(instruction, before)
            return False
        return True

    def _dispatch(self, i: Instruction) -> None:
        if i.opcode in ISA:
            ISA[i.opcode](self.b, i)
            if self.stepwise and i.opcode in ("fma", "mad") and i.modifiers[-1] in ("f32", "f64"):
                record_value(self, "fma", i)
        elif i.opcode in _WRITERS:
            _WRITERS[i.opcode](self, i)
        elif i.opcode not in NOTHING_TO_DO:
            raise Unsupported(i.name)

    # ---- ways out of a block

    def _end(self, block: Block) -> None:
        end: dict[Ending, Callable[[Block], None]] = {
            Ending.RETURN: self._return, Ending.TRAP: self._trap, Ending.SUSPEND: self._suspend,
            Ending.YIELD: self._yield, Ending.BRANCH: self._branch, Ending.SWITCH: self._switch,
            Ending.FALL: self._jump, Ending.JUMP: self._jump,
            Ending.CALL: partial(call_stack.lower_jump, self), Ending.LEAVE: partial(call_stack.lower_leave, self),
        }  # fmt: skip
        end[block.ending](block)

    def _jump(self, block: Block) -> None:
        self.b.do(f"br label %{block.way_to(block.targets[0])}")
        self._burn_fuel(block)

    def _trap(self, block: Block) -> None:
        assert block.last is not None
        self.abort(records.ABORT_TRAP, self.tables.site(block.last))

    def _return(self, block: Block) -> None:
        """Leave the kernel. If a branch decided that, its site is in the frame."""
        b, site = self.b, self.tables.site(block.last) if block.last else 0
        noted = b.frame("exit_site")
        state = b.let(f"sub i64 -1, {b.select(b.let(f'icmp slt i64 {noted}, 0'), 'i64', str(site), noted)}")
        if self.stepwise:
            record_event(self, "exit", str(site), "0")
        b.do(f"ret i64 {state}")

    def _suspend(self, block: Block) -> None:
        suspension = self.suspensions[block.index]
        site = self.tables.site(suspension.instruction)
        self.tables.suspensions[suspension.number] = site
        self.registers.current = suspension.instruction
        if self.traits.interleaved:
            bring(self, suspension, site)
        if self.stepwise and suspension.wait.of_block:
            record_event(self, "barrier", str(site), "0")
        self.stop(suspension.number, block)

    def _yield(self, block: Block) -> None:
        """After some rounds of a loop that waits for memory, let others continue."""
        b = self.b
        suspension = self.suspensions[block.index]
        self.tables.suspensions[suspension.number] = self.tables.site(suspension.instruction)
        if suspension.wait is Wait.MEETING:
            # As at a barrier of the block: the last thread waits, too, until the others continue with it.
            tired = "true"
        elif suspension.wait is Wait.PHASE:
            # A phase that is not over stays so until others had their turn.
            tired = b.let(f"xor i1 {b.src(suspension.instruction.operands[0], 'pred')}, true")
        else:
            rounds = b.let(f"add i64 {b.frame('turns')}, 1")
            tired = b.let(f"icmp sge i64 {rounds}, {b.context('patience')}")
            b.set_frame("turns", b.let(f"select i1 {tired}, i64 0, i64 {rounds}"))
        stop = b.name("turn")
        b.do(f"br i1 {tired}, label %{stop}, label %block{block.targets[0]}")
        b.label(stop)
        self.stop(suspension.number, block)

    def _branch(self, block: Block) -> None:
        b = self.b
        assert block.last is not None
        assert block.last.guard is not None
        condition = b.src(block.last.guard, "pred")
        taken, other = block.targets
        if block.last.guard_negated:
            taken, other = other, taken
        if self.can_wait[taken] != self.can_wait[other]:
            # After this branch one side reaches no more barrier: remember which branch decided that.
            site = self.tables.site(block.last)
            leaves = condition if not self.can_wait[taken] else b.let(f"xor i1 {condition}, true")
            b.set_frame("exit_site", b.select(leaves, "i64", str(site), "-1"))
        self._record_way(block, condition, "i1")
        b.do(f"br i1 {condition}, label %{block.way_to(taken)}, label %{block.way_to(other)}")
        self._burn_fuel(block)

    def _switch(self, block: Block) -> None:
        b = self.b
        assert block.last is not None
        assert block.targets
        index = b.src(block.last.operands[0], "u32")
        past = b.name("past")
        self._record_way(block, index, "i32")
        b.switch(index, {n: block.way_to(target) for n, target in enumerate(block.targets)}, past, "i32")
        b.label(past)
        self.abort(records.ABORT_OPERAND, self.tables.site(block.last))
        self._burn_fuel(block)

    def _record_way(self, block: Block, way: str, kind: str) -> None:
        """Log where a branch goes, if accesses are counted."""
        if self.recording and not self.stepwise and block.last is not None:
            site = self.tables.site(block.last)
            record_event(self, "branch", str(site), self.b.let(f"zext {kind} {way} to i64"))

    def _burn_fuel(self, block: Block) -> None:
        """Take fuel for backward jumps."""
        b = self.b
        for target in block.targets_above:
            b.label(block.way_to(target))
            self.jump_back(self.tables.site(block.last or block.instructions[-1]), f"block{target}")


def _in_a_cluster(emitter: Emitter, i: Instruction) -> None:
    """Write what asks for another block of the cluster, which is one block here.

    `mapa`: the address of the same place there. `getctarank`: the block's number. `createpolicy`: any 64 bits.
    """
    b, kind = emitter.b, "u32" if i.opcode == "getctarank" else i.modifiers[-1]
    b.dst(i.operands[0], b.src(i.operands[1], kind) if i.opcode == "mapa" else b.const(kind, 0), kind)


_WRITERS: dict[str, Callable[[Emitter, Instruction], None]] = {
    "ld": lower_load, "ldu": lower_load, "st": lower_store, "atom": lower_atomic, "red": lower_atomic,
    "cvta": convert_address, "isspacep": ask_space, "cp": lower_copy, "mbarrier": lower_mbarrier,
    "call": call_stack.lower_call, "bar": arrive, "barrier": arrive, **dict.fromkeys(FENCES, lower_fence),
    **dict.fromkeys(("alloca", "stacksave", "stackrestore"), call_stack.lower_stack),
    **dict.fromkeys(("mapa", "getctarank", "createpolicy"), _in_a_cluster),
}  # fmt: skip
"""How each opcode becomes IR that needs more than registers. Each raises `Unsupported` for unknown forms."""
