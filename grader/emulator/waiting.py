"""Where a thread waits for others: barriers, warp collectives, and turns given up in loops that wait for memory.

A thread that waits leaves what it brings in its frame and finds the answer there when it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.emulator.cfg import Block
from grader.emulator.flow import decides_branch, readers_of
from grader.emulator.hooks import calls_of
from grader.emulator.matrix import MATRIX_OPCODES, moving
from grader.emulator.native import records
from grader.emulator.ptx import Function, Immediate, Instruction, Label, Operand, Register, Symbol
from grader.emulator.special import WARP_SIZE
from grader.emulator.unsupported import Unsupported

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper

WARP_OPCODES = frozenset({"shfl", "vote", "match", "redux", "activemask", "elect"})
_EVERY_LANE = 0xFFFFFFFF


def is_block_barrier(i: Instruction) -> bool:
    """A barrier of the block at which the thread stops."""
    return i.opcode in ("bar", "barrier") and not {"warp", "arrive"} & set(i.modifiers)


def is_plain_barrier(i: Instruction) -> bool:
    """`__syncthreads()`: barrier 0, all threads, no value."""
    named = i.operands[0] if i.operands else None
    zero = named is None or (isinstance(named, Immediate) and named.bits == 0)
    return is_block_barrier(i) and "red" not in i.modifiers and len(i.operands) <= 1 and zero


def is_warp_operation(i: Instruction) -> bool:
    """What the threads of a warp do together."""
    return i.opcode in WARP_OPCODES | MATRIX_OPCODES or (i.opcode in ("bar", "barrier") and "warp" in i.modifiers)


def suspender(function: Function, *, lockstep: bool = False) -> Callable[[Instruction], str]:
    """For one function: says of an instruction whether a thread must `wait` there or may `yield` after it.

    In `lockstep` threads also yield `around` each store that others can see. What one loads before a store, all have
    loaded then, and no one goes on to load before all have stored: as if every warp took one access at a time.
    """
    spins = spinning(function)

    def suspends(instruction: Instruction) -> str:
        if is_block_barrier(instruction) or is_warp_operation(instruction):
            return "wait"
        if lockstep and _stores(instruction):
            return "around"
        return "yield" if id(instruction) in spins else ""

    return suspends


def _stores(i: Instruction) -> bool:
    return i.opcode in ("st", "atom", "red") and not {"local", "param"} & set(i.modifiers)


def spinning(function: Function) -> set[int]:
    """Instructions, by `id`, in loops by which a thread may be waiting for another thread's store."""
    places = {item.name: place for place, item in enumerate(function.body) if isinstance(item, Label)}
    looped: set[int] = set()
    for place, item in enumerate(function.body):
        target = item.operands[0] if isinstance(item, Instruction) and item.opcode == "bra" else None
        if isinstance(target, Symbol) and places.get(target.name, place) < place:
            looped |= set(range(places[target.name], place))
    readers = readers_of(function)
    return {
        id(item)
        for place in looped
        if isinstance(item := function.body[place], Instruction) and _watches(item, readers)
    }


def _watches(i: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    words = set(i.modifiers)
    if i.opcode == "nanosleep" or (i.opcode == "mbarrier" and words & {"test_wait", "try_wait"}):
        return True
    if i.opcode == "ld":
        return bool(words & {"volatile", "relaxed", "acquire", "cv"}) and decides_branch(i, readers)
    if i.opcode != "atom":
        return False
    # Adding nothing is a way of reading; code that is not optimised has the nothing in a register.
    added = i.operands[2]
    idle = added.bits == 0 if isinstance(added, Immediate) else decides_branch(i, readers)
    return bool(words & {"cas", "exch"}) or idle


@dataclass(frozen=True, slots=True)
class Suspension:
    """One place where a thread stops; numbers go up by kind: plain barriers, other barriers, warp, turns."""

    number: int
    block: Block
    kind: str

    @property
    def instruction(self) -> Instruction:
        assert self.block.last is not None
        return self.block.last


def number_suspensions(blocks: list[Block]) -> dict[int, Suspension]:
    """All suspensions of a kernel by block."""
    order = ("plain", "barrier", "warp", "turn")

    def kind(block: Block) -> str:
        assert block.last is not None
        if block.ending == "yield":
            return "turn"
        if is_warp_operation(block.last):
            return "warp"
        return "plain" if is_plain_barrier(block.last) else "barrier"

    stops = sorted((b for b in blocks if b.ending in ("suspend", "yield")), key=lambda b: order.index(kind(b)))
    return {block.index: Suspension(number, block, kind(block)) for number, block in enumerate(stops, start=1)}


# ---- what a thread brings


def _wide(stepper: Stepper, operand: Operand, ptx: str) -> str:
    bits = {"pred": "i1"}.get(ptx, f"i{ptx[1:]}")
    value = stepper.b.src(operand, f"b{ptx[1:]}" if ptx != "pred" else ptx)
    return stepper.b.reinterpret(value, bits, "i64")


def bring(stepper: Stepper, suspension: Suspension, site: int) -> None:
    """Leave the operands in the frame."""
    i = suspension.instruction
    if suspension.kind in ("plain", "barrier"):
        _bring_to_barrier(stepper, i, site)
    elif i.opcode in MATRIX_OPCODES:
        moving.bring(stepper, i, suspension.number)
        stepper.b.set_frame("mask", str(_EVERY_LANE))
    elif suspension.kind == "warp":
        _bring_to_warp(stepper, i, site)


def _barrier_of(stepper: Stepper, operand: Operand, site: int) -> str:
    """The number of a barrier; the launch ends for one that no block has."""
    number = _wide(stepper, operand, "u32")
    if not isinstance(operand, Immediate) or not 0 <= operand.bits < records.BARRIERS:
        stepper.require(stepper.b.let(f"icmp ult i64 {number}, {records.BARRIERS}"), site)
    return number


def _count_of(stepper: Stepper, operand: Operand, site: int) -> str:
    """How many threads a barrier is for: warps are whole there."""
    count, b = _wide(stepper, operand, "u32"), stepper.b
    if not isinstance(operand, Immediate) or operand.bits <= 0 or operand.bits % WARP_SIZE:
        rest = b.let(f"and i64 {count}, {WARP_SIZE - 1}")
        some, whole = b.let(f"icmp ne i64 {count}, 0"), b.let(f"icmp eq i64 {rest}, 0")
        stepper.require(b.let(f"and i1 {some}, {whole}"), site)
    return count


def _bring_to_barrier(stepper: Stepper, i: Instruction, site: int) -> None:
    operands = list(i.operands[1:] if "red" in i.modifiers else i.operands)
    if "red" in i.modifiers:
        stepper.b.set_frame("x0", _wide(stepper, operands.pop(), "pred"))
    stepper.b.set_frame("barrier", _barrier_of(stepper, operands[0], site) if operands else "0")
    stepper.b.set_frame("expected", _count_of(stepper, operands[1], site) if len(operands) > 1 else "0")


def _judge_mask(stepper: Stepper, mask: str, site: int) -> None:
    """A thread that the mask of its own warp operation leaves out is told of."""
    kind = "barrier-divergence"
    if kind not in stepper.report_base:
        return
    b = stepper.b
    moved = b.let(f"lshr i64 {mask}, {b.let('and i64 %linear, 31')}")
    out = b.let(f"icmp eq i64 {b.let(f'and i64 {moved}, 1')}, 0")
    row = site + stepper.report_base[kind]
    what = f"i64 {row}, i64 0, i64 0, i64 {site}, i64 {records.LEFT_OUT}"
    b.do(f"call void @report_if(i1 {out}, ptr %ctx, ptr %frame, {what})")


def _bring_to_warp(stepper: Stepper, i: Instruction, site: int) -> None:
    calls_of(i)
    if i.opcode == "activemask":
        stepper.b.set_frame("mask", "0")
        return
    mask = _wide(stepper, i.operands[-1], "u32")
    stepper.b.set_frame("mask", mask)
    _judge_mask(stepper, mask, site)
    if i.opcode in ("bar", "barrier"):
        return
    if i.opcode == "shfl":
        kinds = ["u32", "u32", "u32"]
    elif i.opcode in ("vote", "elect"):
        kinds = ["pred"] if i.opcode == "vote" else []
    else:
        kinds = [i.modifiers[-1]]
    for field, operand, kind in zip(("x0", "x1", "x2"), i.operands[1:], kinds, strict=False):
        stepper.b.set_frame(field, _wide(stepper, operand, kind))


# ---- what it finds


def take(stepper: Stepper, suspension: Suspension) -> None:
    """Write the answer to the destination registers."""
    i, b = suspension.instruction, stepper.b
    if suspension.kind == "turn" or not i.operands:
        return
    if i.opcode in MATRIX_OPCODES:
        moving.take(stepper, i)
        return
    first = i.operands[0]
    if is_block_barrier(i):
        if "red" in i.modifiers:
            _take_reduction(stepper, i, first)
        return
    if i.opcode in ("bar", "barrier"):
        return
    answer = stepper.b.frame("y0")
    if i.opcode == "vote" and i.modifiers[-1] == "pred":
        b.dst(first, b.let(f"icmp ne i64 {answer}, 0"), "pred")
    elif isinstance(first, Register):
        b.dst(first, b.let(f"trunc i64 {answer} to i32"), "b32")
    if i.pair is not None:
        b.dst(i.pair, b.let(f"icmp ne i64 {stepper.b.frame('y1')}, 0"), "pred")


def _take_reduction(stepper: Stepper, i: Instruction, target: Operand) -> None:
    b = stepper.b
    yes, total = stepper.b.frame("y0"), stepper.b.frame("y1")
    if "popc" in i.modifiers:
        b.dst(target, b.let(f"trunc i64 {yes} to i32"), "u32")
    elif "and" in i.modifiers:
        b.dst(target, b.let(f"icmp eq i64 {yes}, {total}"), "pred")
    elif "or" in i.modifiers:
        b.dst(target, b.let(f"icmp ne i64 {yes}, 0"), "pred")
    else:
        raise Unsupported(i.name)


def arrive(stepper: Stepper, i: Instruction) -> None:
    """`bar.arrive`: counted at the barrier, without waiting."""
    b = stepper.b
    site = stepper.tables.site(i)
    number, count = _barrier_of(stepper, i.operands[0], site), _count_of(stepper, i.operands[1], site)
    b.do(f"call void @arrive(ptr %ctx, ptr %frame, i64 {number}, i64 {count})")
