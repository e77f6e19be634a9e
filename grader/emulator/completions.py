"""When a block's barriers are complete, as IR, and who goes on then.

A barrier is complete when as many threads wait there, or have arrived without waiting, as it expects. If nothing in
the block can go on, the block is judged and everybody is released.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.emulator.checkers.base import STANDSTILL

# What the answer to a block's barriers is.
NO_BARRIER, PART_OF_BLOCK, WHOLE_BLOCK, BLOCK_OVER = 0, 1, 2, 3

_COMPLETIONS = """
define internal i64 @answer_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i1 %turned) {
entry:
  br label %count
count:
  %t = phi i64 [ 0, %entry ], [ %t_next, %count ]
  %alive = phi i64 [ 0, %entry ], [ %alive_new, %count ]
  %ids = phi i64 [ 0, %entry ], [ %ids_new, %count ]
  %at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %at
  %lives = icmp sgt i64 %state, 0
  %one = zext i1 %lives to i64
  %alive_new = add i64 %alive, %one
  %of_block = icmp sle i64 %state, <LAST_BLOCK>
  %waits = and i1 %lives, %of_block
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %its_id_1 = word i64 <frame.barrier> of %frame
  %its_id = and i64 %its_id_1, 63
  %its_bit = shl i64 1, %its_id
  %bit = select i1 %waits, i64 %its_bit, i64 0
  %ids_new = or i64 %ids, %bit
  step %t below %threads, label %count, label %counted
counted:
  %nobody = icmp eq i64 %alive_new, 0
  br i1 %nobody, label %over, label %barrier
barrier:
  %id = phi i64 [ 0, %counted ], [ %id_next, %barrier_done ]
  %most = phi i64 [ 0, %counted ], [ %most_new, %barrier_done ]
  %wanted_1 = lshr i64 %ids_new, %id
  %wanted = trunc i64 %wanted_1 to i1
  br i1 %wanted, label %ask, label %barrier_done
ask:
  %asked = call i64 @answer_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i64 %alive_new, i64 %id)
  br label %barrier_done
barrier_done:
  %done = phi i64 [ 0, %barrier ], [ %asked, %ask ]
  %higher = icmp ugt i64 %done, %most
  %most_new = select i1 %higher, i64 %done, i64 %most
  step %id below 16, label %barrier, label %barriers_done
barriers_done:
  %any = icmp ne i64 %most_new, 0
  %moves = or i1 %any, %turned
  br i1 %moves, label %go_on, label %stuck
stuck:
  call void @order_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  call void @judge_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  call void @judge_standstill(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  br label %free
free:
  %f = phi i64 [ 0, %stuck ], [ %f_next, %free ]
  %f_at = getelementptr i64, ptr %resume, i64 %f
  %f_state = load i64, ptr %f_at
  %f_lives = icmp sgt i64 %f_state, 0
  %f_released = or i64 %f_state, <RELEASED>
  %f_new = select i1 %f_lives, i64 %f_released, i64 %f_state
  store i64 %f_new, ptr %f_at
  step %f below %threads, label %free, label %go_on
go_on:
  %answer = phi i64 [ %most_new, %barriers_done ], [ <WHOLE_BLOCK>, %free ]
  ret i64 %answer
over:
  ret i64 <BLOCK_OVER>
}

define internal i64 @answer_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i64 %alive, i64 %id) {
entry:
  %arrived_at = call ptr @arrivals_at(ptr %ctx, i64 %id, i64 0)
  %arrived = load i64, ptr %arrived_at
  br label %count
count:
  %t = phi i64 [ 0, %entry ], [ %t_next, %count ]
  %came = phi i64 [ 0, %entry ], [ %came_new, %count ]
  %yes = phi i64 [ 0, %entry ], [ %yes_new, %count ]
  %wanted = phi i64 [ 0, %entry ], [ %wanted_new, %count ]
  %low = phi i64 [ <MAX>, %entry ], [ %low_new, %count ]
  %high = phi i64 [ 0, %entry ], [ %high_new, %count ]
  %here = call i1 @waits_at(ptr %frames, ptr %resume, i64 %t, i64 %id)
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %value = word i64 <frame.x0> of %frame
  %expected = word i64 <frame.expected> of %frame
  %state_at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %state_at
  %one = zext i1 %here to i64
  %came_new = add i64 %came, %one
  %true = icmp ne i64 %value, 0
  %counts = and i1 %true, %here
  %vote = zext i1 %counts to i64
  %yes_new = add i64 %yes, %vote
  %asks = icmp ugt i64 %expected, %wanted
  %asks_here = and i1 %asks, %here
  %wanted_new = select i1 %asks_here, i64 %expected, i64 %wanted
  %is_low = icmp slt i64 %state, %low
  %lower = and i1 %is_low, %here
  %low_new = select i1 %lower, i64 %state, i64 %low
  %is_high = icmp sgt i64 %state, %high
  %higher = and i1 %is_high, %here
  %high_new = select i1 %higher, i64 %state, i64 %high
  step %t below %threads, label %count, label %counted
counted:
  %empty = icmp eq i64 %came_new, 0
  br i1 %empty, label %no, label %compare
compare:
  %everybody = icmp eq i64 %wanted_new, 0
  %needed = select i1 %everybody, i64 %alive, i64 %wanted_new
  %total = add i64 %came_new, %arrived
  %complete = icmp uge i64 %total, %needed
  br i1 %complete, label %judge, label %no
judge:
  %gone = icmp ult i64 %came_new, %threads
  %split = icmp ne i64 %low_new, %high_new
  %odd_1 = or i1 %gone, %split
  %odd = and i1 %odd_1, %everybody
  br i1 %odd, label %uneven, label %free
uneven:
  call void @judge_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  br label %free
free:
  ; Threads that have ended count as having come to a barrier of all, but to no other.
  %those = select i1 %everybody, i64 %alive, i64 %threads
  %whole = icmp eq i64 %came_new, %those
  br i1 %whole, label %order_all, label %order_some
order_all:
  call void @order_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  br label %thread
order_some:
  call void @order_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i64 %id)
  br label %thread
thread:
  %f = phi i64 [ 0, %order_all ], [ 0, %order_some ], [ %f_next, %thread_done ]
  %f_here = call i1 @waits_at(ptr %frames, ptr %resume, i64 %f, i64 %id)
  br i1 %f_here, label %give, label %thread_done
give:
  %f_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %f
  %yes_at = getelementptr i8, ptr %f_frame, i64 <frame.y0>
  store i64 %yes_new, ptr %yes_at
  %all_at = getelementptr i8, ptr %f_frame, i64 <frame.y1>
  store i64 %came_new, ptr %all_at
  %f_at = getelementptr i64, ptr %resume, i64 %f
  %f_state = load i64, ptr %f_at
  %f_released = or i64 %f_state, <RELEASED>
  store i64 %f_released, ptr %f_at
  br label %thread_done
thread_done:
  step %f below %threads, label %thread, label %yes_end
yes_end:
  call void @close_barrier(ptr %ctx, i64 %id)
  %answer = select i1 %whole, i64 <WHOLE_BLOCK>, i64 <PART_OF_BLOCK>
  ret i64 %answer
no:
  ret i64 0
}

define internal i1 @waits_at(ptr %frames, ptr %resume, i64 %t, i64 %id) {
  %at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %at
  %positive = icmp sgt i64 %state, 0
  %blocks = icmp sle i64 %state, <LAST_BLOCK>
  %waits = and i1 %positive, %blocks
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %barrier = word i64 <frame.barrier> of %frame
  %same = icmp eq i64 %barrier, %id
  %here = and i1 %waits, %same
  ret i1 %here
}
"""


_STANDSTILL = """
define internal void @judge_standstill(ptr %ctx, ptr %frames, ptr %resume, i64 %threads) {{
entry:
  %first = load i64, ptr %resume
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %t_next, %thread ]
  %same = phi i1 [ true, %entry ], [ %same_new, %thread ]
  %at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %at
  %equal = icmp eq i64 %state, %first
  %same_new = and i1 %same, %equal
  step %t below %threads, label %thread, label %judge
judge:
  %site = call i64 @suspension_site(i64 %first)
  %row = add i64 %site, {base}
  call void @report_if(i1 %same_new, ptr %ctx, ptr %frames, i64 %row, i64 0, i64 0, i64 %site, i64 {extra})
  ret void
}}
"""


def completions_text(report_base: Mapping[str, int]) -> str:
    """`answer_block`, and what tells of a block whose threads all wait at one instruction that is never complete."""
    base = report_base.get("barrier-divergence")
    if base is None:
        nothing = "define internal void @judge_standstill(ptr %ctx, ptr %frames, ptr %resume, i64 %threads) {"
        return f"{_COMPLETIONS}\n{nothing}\n  ret void\n}}\n"
    return _COMPLETIONS + _STANDSTILL.format(base=base, extra=STANDSTILL)
