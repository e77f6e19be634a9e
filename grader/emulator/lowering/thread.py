"""Translate a kernel into `step`: one thread runs from where it stopped to where it must wait, or to its end.

`step(context, frame, resume) → state`: `resume` is 0 at first, then the number of the suspension at which the thread
stopped. The result is such a number, an exit (−1 − site), or `ABORT`. Registers that live across a suspension are in
the frame; all else is SSA. Every backward jump takes fuel, so every launch ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grader.emulator.isa.builder import BITS
from grader.emulator.isa.instructions import ISA
from grader.emulator.lowering import call_stack
from grader.emulator.lowering.emitter import Emitter, lower_fence, record_event, record_value
from grader.emulator.lowering.loads_and_stores import ask_space, convert_address, lower_atomic, lower_load, lower_store
from grader.emulator.lowering.mbarriers import lower_copy, lower_mbarrier
from grader.emulator.lowering.registers import is_special, read_special
from grader.emulator.lowering.unset_values import follow_unset
from grader.emulator.lowering.waiting import arrive, bring, take
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Block, Ending, reaches
from grader.emulator.passes.inlining import call_arguments, callee
from grader.emulator.passes.suspensions import FENCES, Wait
from grader.emulator.ptx.nodes import Instruction, Operand, Symbol
from grader.emulator.unsupported import Unsupported

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


def lower_call(emitter: Emitter, instruction: Instruction) -> None:
    """Write a call, or raise `Unsupported` for a function that cannot be called here."""
    target = callee(instruction)
    returned, passed = call_arguments(instruction)
    if target is None:
        raise Unsupported("a call through a pointer")
    if target.name == "vprintf":
        _printf(emitter, instruction, returned, passed)
    elif target.name == "__assertfail":
        _assert_failed(emitter, instruction, passed)
    else:
        raise Unsupported(f"a call of {target.name}")


def _argument(emitter: Emitter, name: str, kind: str) -> str:
    return emitter.b.let(f"load {kind}, ptr {call_stack.variable_pointer(emitter, name, BITS[kind] // 8)}, align 4")


def _printf(emitter: Emitter, instruction: Instruction, returned: tuple[str, ...], passed: tuple[str, ...]) -> None:
    b = emitter.b
    if len(passed) != 2 or len(returned) > 1:
        raise Unsupported("another vprintf")
    text, values = (_argument(emitter, name, "i64") for name in passed)
    size = emitter.layout.local_bytes
    where = f"ptr %local, i64 {size}, i64 {emitter.tables.site(instruction)}"
    b.do(f"call void @print(ptr %ctx, ptr %frame, i64 {text}, i64 {values}, {where})")
    for name in returned:
        b.do(f"store i32 1, ptr {call_stack.variable_pointer(emitter, name, 4)}, align 4")


def _assert_failed(emitter: Emitter, instruction: Instruction, passed: tuple[str, ...]) -> None:
    b = emitter.b
    kinds = ("i64", "i64", "i32", "i64")
    fields = ("assert_message", "assert_file", "assert_line", "assert_function")
    for name, kind, field in zip(passed, kinds, fields, strict=False):
        value = _argument(emitter, name, kind)
        if kind == "i32":
            value = b.let(f"zext i32 {value} to i64")
        b.set_context(field, value)
    site = emitter.tables.site(instruction)
    failed, go_on = b.name("failed"), b.name("unreached")
    b.do(f"br label %{failed}")
    b.label(failed)
    emitter.abort(records.ABORT_ASSERT, site)
    b.label(go_on)


def _in_a_cluster(emitter: Emitter, i: Instruction) -> None:
    """Write what asks for another block of the cluster, which is one block here.

    `mapa`: the address of the same place there. `getctarank`: the block's number. `createpolicy`: any 64 bits.
    """
    b, kind = emitter.b, "u32" if i.opcode == "getctarank" else i.modifiers[-1]
    b.dst(i.operands[0], b.src(i.operands[1], kind) if i.opcode == "mapa" else b.const(kind, 0), kind)


_WRITERS: dict[str, Callable[[Emitter, Instruction], None]] = {
    "ld": lower_load, "ldu": lower_load, "st": lower_store, "cvta": convert_address, "isspacep": ask_space,
    "atom": lower_atomic, "red": lower_atomic, "cp": lower_copy, "mbarrier": lower_mbarrier, "call": lower_call,
    "bar": arrive, "barrier": arrive, **dict.fromkeys(FENCES, lower_fence),
    **dict.fromkeys(("alloca", "stacksave", "stackrestore"), call_stack.lower_stack),
    **dict.fromkeys(("mapa", "getctarank", "createpolicy"), _in_a_cluster),
}  # fmt: skip
"""How each opcode becomes IR that needs more than registers. Each raises `Unsupported` for unknown forms."""
