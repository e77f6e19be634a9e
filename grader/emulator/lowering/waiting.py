"""Lower waiting (`passes/suspensions.py`): a thread leaves operands in its frame and finds the answer there.

Also here: what the runtime calls of one kernel besides `step`: sites of suspensions, and operations of warps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.isa.builder import Builder
from grader.emulator.lowering import matrices
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.lowering.mbarriers import ask_again
from grader.emulator.lowering.registers import WARP_SIZE
from grader.emulator.lowering.unset_values import bring_mark, take_mark
from grader.emulator.matrix import MATRIX_OPCODES
from grader.emulator.matrix.code import MatrixCode
from grader.emulator.native import records
from grader.emulator.passes.suspensions import Suspension, Wait, is_block_barrier
from grader.emulator.ptx import Immediate, Instruction, Operand, Register
from grader.emulator.unsupported import Known, Unsupported


def suspension_site(sites: Mapping[int, int]) -> str:
    """Write the function that returns the site of a suspension, by its number."""
    answers = {number: [f"ret i64 {site}"] for number, site in sites.items()}
    return _by_state("i64 @suspension_site(i64 %state)", answers, "ret i64 0")


def operation_of(operations: Sequence[tuple[int, Instruction]]) -> str:
    """Write the function that returns the first suspension with the same operation as this one.

    Threads meet in a warp operation if it is the same one, wherever it stands in the code.
    """
    first: dict[str, int] = {}
    for number, instruction in operations:
        first.setdefault(instruction.name, number)
    answers = {number: [f"ret i64 {first[instruction.name]}"] for number, instruction in operations}
    return _by_state("i64 @operation_of(i64 %state)", answers, "ret i64 %state")


def perform(operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode) -> str:
    """Write the function that does the operation of a suspension, for the lanes of a warp that have come."""
    done = {}
    for number, instruction in operations:
        try:
            calls = [matrices.calls[number]] if number in matrices.calls else calls_of(instruction)
        except Unsupported:
            # A thread that comes here has already ended the launch.
            continue
        done[number] = [*calls, "ret void"]
    return matrices.text + _by_state("void @perform(ptr %ctx, ptr %frames, i64 %have, i64 %state)", done, "ret void")


def _by_state(head: str, cases: Mapping[int, Sequence[str]], other: str) -> str:
    b = Builder()
    b.switch("%state", {number: f"at{number}" for number in cases}, "other")
    for number, statements in cases.items():
        b.label(f"at{number}")
        for statement in statements:
            b.do(statement)
    b.label("other")
    b.do(other)
    return b.defined(head)


# Each has a number for each mode: `SHUFFLE_UP` of `native/records.h`.
_FAMILIES = Known({"shfl": "SHUFFLE_", "vote": "VOTE_", "match": "MATCH_", "redux": "REDUCE_"})
_FUNCTIONS = {"shfl": "warp_shuffle", "vote": "warp_vote", "match": "warp_match", "redux": "warp_reduce"}


def calls_of(i: Instruction) -> list[str]:
    """Return the calls for an operation of a warp (`native/scheduling/operations.c`) and for what its threads know
    then.

    Raises:
        Unsupported: the operation has an unknown form.

    """
    if i.opcode in ("elect", "activemask"):
        return [f"call void @warp_{'elect' if i.opcode == 'elect' else 'active'}(ptr %frames, i64 %have)"]
    if i.opcode in ("bar", "barrier"):
        return ["call void @order_warp(ptr %ctx, ptr %frames, i64 %have)"]
    words = [word for word in i.modifiers if word != "sync"]
    mode = "_".join(words) if words[0] in ("min", "max") else words[0]
    number = getattr(records, f"{_FAMILIES[i.opcode]}{mode.upper()}", None)
    if number is None:
        raise Unsupported(i.name)
    return [f"call void @{_FUNCTIONS[i.opcode]}(ptr %frames, i64 %have, i64 {number})"]


_EVERY_LANE = 0xFFFFFFFF


# ---- what a thread brings


def _wide(emitter: Emitter, operand: Operand, ptx: str) -> str:
    bits = {"pred": "i1"}.get(ptx, f"i{ptx[1:]}")
    value = emitter.b.src(operand, f"b{ptx[1:]}" if ptx != "pred" else ptx)
    return emitter.b.reinterpret(value, bits, "i64")


def bring(emitter: Emitter, suspension: Suspension, site: int) -> None:
    """Leave the operands in the frame."""
    i = suspension.instruction
    if suspension.wait.of_block:
        _bring_to_barrier(emitter, i, site)
    elif i.opcode in MATRIX_OPCODES:
        matrices.bring(emitter, i, suspension.number)
        emitter.b.set_frame("mask", str(_EVERY_LANE))
    elif suspension.wait is Wait.WARP:
        _bring_to_warp(emitter, i, site)


def _barrier_of(emitter: Emitter, operand: Operand, site: int) -> str:
    """Return the number of a barrier; the launch ends for a number that no block has."""
    number = _wide(emitter, operand, "u32")
    if not isinstance(operand, Immediate) or not 0 <= operand.bits < records.BARRIERS:
        emitter.require(emitter.b.let(f"icmp ult i64 {number}, {records.BARRIERS}"), site)
    return number


def _count_of(emitter: Emitter, operand: Operand, site: int) -> str:
    """Return the number of threads that a barrier is for: whole warps."""
    count, b = _wide(emitter, operand, "u32"), emitter.b
    if not isinstance(operand, Immediate) or operand.bits <= 0 or operand.bits % WARP_SIZE:
        rest = b.let(f"and i64 {count}, {WARP_SIZE - 1}")
        some, whole = b.let(f"icmp ne i64 {count}, 0"), b.let(f"icmp eq i64 {rest}, 0")
        emitter.require(b.let(f"and i1 {some}, {whole}"), site)
    return count


def _bring_to_barrier(emitter: Emitter, i: Instruction, site: int) -> None:
    operands = list(i.operands[1:] if "red" in i.modifiers else i.operands)
    if "red" in i.modifiers:
        emitter.b.set_frame("x0", _wide(emitter, operands.pop(), "pred"))
    emitter.b.set_frame("barrier", _barrier_of(emitter, operands[0], site) if operands else "0")
    emitter.b.set_frame("expected", _count_of(emitter, operands[1], site) if len(operands) > 1 else "0")


def _judge_mask(emitter: Emitter, mask: str, site: int) -> None:
    """Report a thread that the mask of its own warp operation leaves out."""
    if not emitter.functions.checked:
        return
    b = emitter.b
    moved = b.let(f"lshr i64 {mask}, {b.let('and i64 %linear, 31')}")
    out = b.let(f"icmp eq i64 {b.let(f'and i64 {moved}, 1')}, 0")
    row = site + emitter.report_base["barrier-divergence"]
    what = f"i64 {row}, i64 0, i64 0, i64 {site}, i64 {records.LEFT_OUT}"
    b.do(f"call void @report_if(i1 {out}, ptr %ctx, ptr %frame, {what})")


def _bring_to_warp(emitter: Emitter, i: Instruction, site: int) -> None:
    calls_of(i)
    if i.opcode == "activemask":
        emitter.b.set_frame("mask", "0")
        return
    mask = _wide(emitter, i.operands[-1], "u32")
    emitter.b.set_frame("mask", mask)
    _judge_mask(emitter, mask, site)
    if i.opcode in ("bar", "barrier"):
        return
    if i.opcode == "shfl":
        kinds = ["u32", "u32", "u32"]
    elif i.opcode in ("vote", "elect"):
        kinds = ["pred"] if i.opcode == "vote" else []
    else:
        kinds = [i.modifiers[-1]]
    if i.opcode == "shfl":
        bring_mark(emitter, i)
    for field, operand, kind in zip(("x0", "x1", "x2"), i.operands[1:], kinds, strict=False):
        emitter.b.set_frame(field, _wide(emitter, operand, kind))


# ---- what it gets


def take(emitter: Emitter, suspension: Suspension) -> None:
    """Write the answer to the destination registers."""
    i, b = suspension.instruction, emitter.b
    if suspension.wait in (Wait.PHASE, Wait.MEETING):
        ask_again(emitter, i)
        return
    if suspension.wait is Wait.TURN or not i.operands:
        return
    if i.opcode in MATRIX_OPCODES:
        matrices.take(emitter, i)
        return
    first = i.operands[0]
    if is_block_barrier(i):
        if "red" in i.modifiers:
            _take_reduction(emitter, i, first)
        return
    if i.opcode in ("bar", "barrier"):
        return
    answer = emitter.b.frame("y0")
    if i.opcode == "vote" and i.modifiers[-1] == "pred":
        b.dst(first, b.let(f"icmp ne i64 {answer}, 0"), "pred")
    elif isinstance(first, Register):
        if i.opcode == "shfl":
            take_mark(emitter, i)
        b.dst(first, b.let(f"trunc i64 {answer} to i32"), "b32")
    if i.pair is not None:
        b.dst(i.pair, b.let(f"icmp ne i64 {emitter.b.frame('y1')}, 0"), "pred")


def _take_reduction(emitter: Emitter, i: Instruction, target: Operand) -> None:
    b = emitter.b
    yes, total = emitter.b.frame("y0"), emitter.b.frame("y1")
    if "popc" in i.modifiers:
        b.dst(target, b.let(f"trunc i64 {yes} to i32"), "u32")
    elif "and" in i.modifiers:
        b.dst(target, b.let(f"icmp eq i64 {yes}, {total}"), "pred")
    elif "or" in i.modifiers:
        b.dst(target, b.let(f"icmp ne i64 {yes}, 0"), "pred")
    else:
        raise Unsupported(i.name)


def arrive(emitter: Emitter, i: Instruction) -> None:
    """`bar.arrive`: count the thread at the barrier, without waiting."""
    b = emitter.b
    site = emitter.tables.site(i)
    number, count = _barrier_of(emitter, i.operands[0], site), _count_of(emitter, i.operands[1], site)
    b.do(f"call void @arrive(ptr %ctx, ptr %frame, i64 {number}, i64 {count})")
