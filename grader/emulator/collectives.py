"""What a warp does together, as IR: who has come to an operation, who must, and what if somebody never does.

An operation is answered once all threads of its mask have come that have not ended. If nobody of the warp can go on,
the first that waits is judged, and answered with those that are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.matrix.code import MatrixCode
from grader.emulator.ptx import Instruction
from grader.emulator.warps import perform_functions

_COLLECTIVES = """
define internal i1 @answer_warp(ptr %ctx, ptr %frames, ptr %states, i64 %lanes) {
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane_done ]
  %any = phi i1 [ false, %entry ], [ %any_new, %lane_done ]
  %stuck = phi i64 [ -1, %entry ], [ %stuck_new, %lane_done ]
  %turns = phi i1 [ false, %entry ], [ %turns_new, %lane_done ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %past_blocks = icmp sgt i64 %state, <LAST_BLOCK>
  %upto_warps = icmp sle i64 %state, <LAST_WARP>
  %waits = and i1 %past_blocks, %upto_warps
  %turn = icmp sgt i64 %state, <LAST_WARP>
  %turns_new = or i1 %turns, %turn
  br i1 %waits, label %gather, label %lane_done
gather:
  %have = call i64 @who_waits(ptr %frames, ptr %states, i64 %lanes, i64 %l)
  %needed = call i64 @who_must(ptr %frames, ptr %states, i64 %lanes, i64 %l)
  %absent_1 = xor i64 %have, -1
  %absent = and i64 %needed, %absent_1
  %complete = icmp eq i64 %absent, 0
  br i1 %complete, label %perform, label %lane_done
perform:
  call void @perform(ptr %ctx, ptr %frames, i64 %have, i64 %state)
  call void @release(ptr %states, i64 %lanes, i64 %have)
  br label %lane_done
lane_done:
  %did = phi i1 [ false, %lane ], [ false, %gather ], [ true, %perform ]
  %held = phi i1 [ false, %lane ], [ true, %gather ], [ false, %perform ]
  %any_new = or i1 %any, %did
  %first_stuck = icmp slt i64 %stuck, 0
  %mark = and i1 %held, %first_stuck
  %stuck_new = select i1 %mark, i64 %l, i64 %stuck
  step %l below %lanes, label %lane, label %lanes_done
lanes_done:
  %none_stuck = icmp slt i64 %stuck_new, 0
  %fine_1 = or i1 %any_new, %none_stuck
  %fine = or i1 %fine_1, %turns_new
  br i1 %fine, label %end, label %unstick
unstick:
  %stuck_at = getelementptr i64, ptr %states, i64 %stuck_new
  %stuck_state = load i64, ptr %stuck_at
  %group = call i64 @who_waits(ptr %frames, ptr %states, i64 %lanes, i64 %stuck_new)
  call void @judge_warp(ptr %ctx, ptr %frames, ptr %states, i64 %lanes, i64 %stuck_new, i64 %group)
  call void @perform(ptr %ctx, ptr %frames, i64 %group, i64 %stuck_state)
  call void @release(ptr %states, i64 %lanes, i64 %group)
  ret i1 true
end:
  ret i1 %any_new
}

define internal i64 @who_waits(ptr %frames, ptr %states, i64 %lanes, i64 %with) {
entry:
  %own_at = getelementptr i64, ptr %states, i64 %with
  %own = load i64, ptr %own_at
  %own_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %with
  %own_mask = word i64 <frame.mask> of %own_frame
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane ]
  %bits = phi i64 [ 0, %entry ], [ %bits_new, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %l
  %mask = word i64 <frame.mask> of %frame
  %same_mask = icmp eq i64 %mask, %own_mask
  %class = call i64 @operation_of(i64 %state)
  %own_class = call i64 @operation_of(i64 %own)
  %same_state = icmp eq i64 %class, %own_class
  %same = and i1 %same_mask, %same_state
  %one = zext i1 %same to i64
  %bit = shl i64 %one, %l
  %bits_new = or i64 %bits, %bit
  step %l below %lanes, label %lane, label %end
end:
  ret i64 %bits_new
}

define internal i64 @who_must(ptr %frames, ptr %states, i64 %lanes, i64 %with) {
entry:
  %own_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %with
  %own_mask = word i64 <frame.mask> of %own_frame
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane ]
  %bits = phi i64 [ 0, %entry ], [ %bits_new, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %alive = icmp sge i64 %state, 0
  %one = zext i1 %alive to i64
  %bit = shl i64 %one, %l
  %bits_new = or i64 %bits, %bit
  step %l below %lanes, label %lane, label %end
end:
  %needed = and i64 %bits_new, %own_mask
  ret i64 %needed
}

define internal void @release(ptr %states, i64 %lanes, i64 %who) {
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %l_next, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %shifted = lshr i64 %who, %l
  %low = and i64 %shifted, 1
  %on = icmp ne i64 %low, 0
  %released = or i64 %state, <RELEASED>
  %new = select i1 %on, i64 %released, i64 %state
  store i64 %new, ptr %at
  step %l below %lanes, label %lane, label %end
end:
  ret void
}
"""


def collectives_text(
    operations: Sequence[tuple[int, Instruction]], matrices: MatrixCode, report_base: Mapping[str, int]
) -> str:
    """`answer_warp` for the operations at these suspensions, and what it calls."""
    return _COLLECTIVES + _operation_of(operations) + _judge_warp(report_base) + perform_functions(operations, matrices)


def _operation_of(operations: Sequence[tuple[int, Instruction]]) -> str:
    """Threads meet in a warp operation when it is the same one, wherever in the code: number of the first such."""
    first: dict[str, int] = {}
    rows = []
    for number, instruction in operations:
        rows.append(f"i64 {number}, label %op{number}")
        first.setdefault(instruction.name, number)
    text = ["define internal i64 @operation_of(i64 %state) {"]
    text.append(f"  switch i64 %state, label %other [ {' '.join(rows)} ]")
    for number, instruction in operations:
        text.append(f"op{number}:\n  ret i64 {first[instruction.name]}")
    text.append("other:\n  ret i64 %state\n}")
    return "\n".join(text)


def _judge_warp(report_base: Mapping[str, int]) -> str:
    head = (
        "\ndefine internal void @judge_warp(ptr %ctx, ptr %frames, ptr %states, i64 %lanes, i64 %lane, i64 %group) {\n"
    )
    if "barrier-divergence" not in report_base:
        return head + "  ret void\n}\n"
    return (
        head
        + f"""entry:
  %at = getelementptr i64, ptr %states, i64 %lane
  %state = load i64, ptr %at
  %site = call i64 @suspension_site(i64 %state)
  %row = add i64 %site, {report_base["barrier-divergence"]}
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %lane
  %linear_at = getelementptr i8, ptr %frames, i64 <frame.linear>
  %first = load i64, ptr %linear_at
  br label %search
search:
  %l = phi i64 [ 0, %entry ], [ %next, %search ]
  %found = phi i64 [ 0, %entry ], [ %found_new, %search ]
  %bit = lshr i64 %group, %l
  %low = and i64 %bit, 1
  %off = icmp eq i64 %low, 0
  %found_new = select i1 %off, i64 %l, i64 %found
  %next = add i64 %l, 1
  %more = icmp ult i64 %next, %lanes
  br i1 %more, label %search, label %tell
tell:
  %other_at = getelementptr i64, ptr %states, i64 %found_new
  %other_state = load i64, ptr %other_at
  %other_site = call i64 @suspension_site(i64 %other_state)
  %other_thread = add i64 %first, %found_new
  %shifted = shl i64 %other_thread, 16
  %other = or i64 %shifted, %other_site
  call void @report_if(i1 true, ptr %ctx, ptr %frame, i64 %row, i64 0, i64 0, i64 %other, i64 0)
  ret void
}}
"""
    )
