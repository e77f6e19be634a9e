"""What the runtime calls of one kernel, besides `step`: its checkers on uneven barriers, its operations of warps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.checkers import Arrival, Checker
from grader.emulator.isa.builder import Builder
from grader.emulator.matrix.code import MatrixCode
from grader.emulator.native import records
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported


def judge_thread(checkers: Sequence[Checker], report_base: Mapping[str, int]) -> str:
    """What the checkers say of one thread of a block whose threads arrived unevenly."""
    b = Builder()
    b.lines.append(
        "define internal void @judge_thread(ptr %ctx, ptr %frame, i64 %state, i64 %first, i64 %first_thread) {"
    )
    for checker in checkers:
        checker.on_barrier(Arrival(b, report_base, "%state", "%first", "%first_thread"))
    b.do("ret void")
    b.lines.append("}\n")
    return "\n".join(b.lines)


def operation_of(operations: Sequence[tuple[int, Instruction]]) -> str:
    """Threads meet in a warp operation when it is the same one, wherever in the code: number of the first such."""
    first: dict[str, int] = {}
    for number, instruction in operations:
        first.setdefault(instruction.name, number)
    answers = {number: f"ret i64 {first[instruction.name]}" for number, instruction in operations}
    return _switch("define internal i64 @operation_of(i64 %state) {", answers, "ret i64 %state")


def perform(operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode, frame_bytes: int) -> str:
    """The operation at a suspension, done by those lanes of a warp that have come."""
    done = {}
    for number, instruction in operations:
        try:
            calls = [matrices.calls[number]] if number in matrices.calls else calls_of(instruction)
        except Unsupported:
            # The thread that comes here has ended the launch already.
            continue
        done[number] = "\n  ".join([*calls, "ret void"])
    head = "define internal void @perform(ptr %ctx, ptr %frames, i64 %have, i64 %state) {"
    return matrices.text(frame_bytes) + _switch(head, done, "ret void")


def _switch(head: str, cases: Mapping[int, str], other: str) -> str:
    rows = " ".join(f"i64 {number}, label %at{number}" for number in cases)
    blocks = [f"at{number}:\n  {body}" for number, body in cases.items()]
    return "\n".join([head, f"  switch i64 %state, label %other [ {rows} ]", *blocks, f"other:\n  {other}\n}}\n"])


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
    """The calls that do an operation of a warp (`native/operations.c`), and make its threads know of one another.

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
