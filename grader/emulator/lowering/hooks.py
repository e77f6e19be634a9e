"""What the runtime calls of one kernel, besides `step`: its checkers on uneven barriers, its operations of warps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.checkers import Arrival, Checker
from grader.emulator.isa.builder import Builder
from grader.emulator.matrix.code import MatrixCode
from grader.emulator.native import records
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported


def judge_thread(checkers: Sequence[Checker]) -> str:
    """What the checkers say of one thread of a block whose threads arrived unevenly."""
    b = Builder()
    for checker in checkers:
        checker.on_barrier(Arrival(b, "%state", "%first", "%first_thread"))
    b.do("ret void")
    return b.defined("void @judge_thread(ptr %ctx, ptr %frame, i64 %state, i64 %first, i64 %first_thread)")


def suspension_site(sites: Mapping[int, int]) -> str:
    """The site of each suspension, by its number."""
    answers = {number: [f"ret i64 {site}"] for number, site in sites.items()}
    return _by_state("i64 @suspension_site(i64 %state)", answers, "ret i64 0")


def operation_of(operations: Sequence[tuple[int, Instruction]]) -> str:
    """Threads meet in a warp operation when it is the same one, wherever in the code: number of the first such."""
    first: dict[str, int] = {}
    for number, instruction in operations:
        first.setdefault(instruction.name, number)
    answers = {number: [f"ret i64 {first[instruction.name]}"] for number, instruction in operations}
    return _by_state("i64 @operation_of(i64 %state)", answers, "ret i64 %state")


def perform(operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode) -> str:
    """The operation at a suspension, done by those lanes of a warp that have come."""
    done = {}
    for number, instruction in operations:
        try:
            calls = [matrices.calls[number]] if number in matrices.calls else calls_of(instruction)
        except Unsupported:
            # The thread that comes here has ended the launch already.
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


_MODES = {
    ("shfl", "up"): records.SHUFFLE_UP, ("shfl", "down"): records.SHUFFLE_DOWN,
    ("shfl", "bfly"): records.SHUFFLE_BFLY, ("shfl", "idx"): records.SHUFFLE_IDX,
    ("vote", "ballot"): records.VOTE_BALLOT, ("vote", "all"): records.VOTE_ALL,
    ("vote", "any"): records.VOTE_ANY, ("vote", "uni"): records.VOTE_UNI,
    ("match", "any"): records.MATCH_ANY, ("match", "all"): records.MATCH_ALL,
    ("redux", "add"): records.REDUCE_ADD, ("redux", "and"): records.REDUCE_AND,
    ("redux", "or"): records.REDUCE_OR, ("redux", "xor"): records.REDUCE_XOR,
    ("redux", "min.u32"): records.REDUCE_MIN_U32, ("redux", "min.s32"): records.REDUCE_MIN_S32,
    ("redux", "max.u32"): records.REDUCE_MAX_U32, ("redux", "max.s32"): records.REDUCE_MAX_S32,
}  # fmt: skip
_FUNCTIONS = {"shfl": "warp_shuffle", "vote": "warp_vote", "match": "warp_match", "redux": "warp_reduce"}


def calls_of(i: Instruction) -> list[str]:
    """The calls that do an operation of a warp (`native/scheduling/operations.c`) and of what its threads know then.

    Raises:
        Unsupported: the operation has a form that is not known.

    """
    if i.opcode in ("elect", "activemask"):
        return [f"call void @warp_{'elect' if i.opcode == 'elect' else 'active'}(ptr %frames, i64 %have)"]
    if i.opcode in ("bar", "barrier"):
        return ["call void @order_warp(ptr %ctx, ptr %frames, i64 %have)"]
    mode = _MODES.get((i.opcode, _mode_of(i)))
    if mode is None:
        raise Unsupported(i.name)
    return [f"call void @{_FUNCTIONS[i.opcode]}(ptr %frames, i64 %have, i64 {mode})"]


def _mode_of(i: Instruction) -> str:
    words = [word for word in i.modifiers if word != "sync"]
    return ".".join(words) if words[0] in ("min", "max") else words[0]
