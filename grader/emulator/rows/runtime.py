"""The scheduler of rows: like `run`, but over rows of threads, and ready to give a block back.

`run_rows(context, first, last)` gives `last` when all blocks are done. Otherwise it gives the number of the block that
it could not finish, whose stores it has undone, or −1 when the whole launch must go the careful way.
"""

from __future__ import annotations

from grader.emulator.native import records
from grader.emulator.rows.sentinels import BAIL, GIVE_UP, UNDO_ROW

_TEXT = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i64 @run(ptr %ctx, i64 %first, i64 %last) {
entry:
  %frames_at = getelementptr i8, ptr %ctx, i64 <frames>
  %frames = load ptr, ptr %frames_at
  %resume_at = getelementptr i8, ptr %ctx, i64 <resume>
  %resume = load ptr, ptr %resume_at
  %rows_at = getelementptr i8, ptr %ctx, i64 <threads>
  %rows = load i64, ptr %rows_at
  %epoch_at = getelementptr i8, ptr %ctx, i64 <epoch>
  %begin_at = getelementptr i8, ptr %ctx, i64 <begin>
  %ctaid_x = getelementptr i8, ptr %ctx, i64 <ctaid_x>
  %ctaid_y = getelementptr i8, ptr %ctx, i64 <ctaid_y>
  %ctaid_z = getelementptr i8, ptr %ctx, i64 <ctaid_z>
  %nx_at = getelementptr i8, ptr %ctx, i64 <nctaid_x>
  %nx = load i64, ptr %nx_at
  %ny_at = getelementptr i8, ptr %ctx, i64 <nctaid_y>
  %ny = load i64, ptr %ny_at
  %undo_at = getelementptr i8, ptr %ctx, i64 <undo_used>
  %counters_at = getelementptr i8, ptr %ctx, i64 <counters>
  %counters = load ptr, ptr %counters_at
  %saved_at = getelementptr i8, ptr %ctx, i64 <counters_saved>
  %saved = load ptr, ptr %saved_at
  %counters_bytes_at = getelementptr i8, ptr %ctx, i64 <counters_bytes>
  %counters_bytes = load i64, ptr %counters_bytes_at
  br label %block
block:
  %number = phi i64 [ %first, %entry ], [ %number_next, %block_done ]
  %more_blocks = icmp slt i64 %number, %last
  br i1 %more_blocks, label %block_begin, label %all_done
block_begin:
  %x = urem i64 %number, %nx
  %rest = udiv i64 %number, %nx
  %y = urem i64 %rest, %ny
  %z = udiv i64 %rest, %ny
  store i64 %x, ptr %ctaid_x
  store i64 %y, ptr %ctaid_y
  store i64 %z, ptr %ctaid_z
  store i64 0, ptr %undo_at
  call void @llvm.memcpy.p0.p0.i64(ptr %saved, ptr %counters, i64 %counters_bytes, i1 false)
  %epoch_old = load i64, ptr %epoch_at
  %epoch_first = add i64 %epoch_old, 1
  store i64 %epoch_first, ptr %epoch_at
  store i64 %epoch_first, ptr %begin_at
  br label %clear
clear:
  %c = phi i64 [ 0, %block_begin ], [ %c_next, %clear ]
  %c_at = getelementptr i64, ptr %resume, i64 %c
  store i64 0, ptr %c_at
  %c_next = add i64 %c, 1
  %c_more = icmp ult i64 %c_next, %rows
  br i1 %c_more, label %clear, label %round
round:
  br label %row
row:
  %t = phi i64 [ 0, %round ], [ %t_next, %row_done ]
  %low = phi i64 [ <MAX>, %round ], [ %low_new, %row_done ]
  %high = phi i64 [ <MIN>, %round ], [ %high_new, %row_done ]
  %state_at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %state_at
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %stopped = call i64 @step(ptr %ctx, ptr %frame, i64 %state)
  store i64 %stopped, ptr %state_at
  %odd = icmp sle i64 %stopped, <GIVE_UP>
  br i1 %odd, label %leave, label %row_done, !prof !0
row_done:
  %is_low = icmp slt i64 %stopped, %low
  %low_new = select i1 %is_low, i64 %stopped, i64 %low
  %is_high = icmp sgt i64 %stopped, %high
  %high_new = select i1 %is_high, i64 %stopped, i64 %high
  %t_next = add i64 %t, 1
  %t_more = icmp ult i64 %t_next, %rows
  br i1 %t_more, label %row, label %round_done
round_done:
  %all_left = icmp slt i64 %high_new, 0
  br i1 %all_left, label %block_done, label %arrive
arrive:
  %even = icmp eq i64 %low_new, %high_new
  br i1 %even, label %next_epoch, label %uneven, !prof !1
next_epoch:
  %epoch_now = load i64, ptr %epoch_at
  %epoch_next = add i64 %epoch_now, 1
  store i64 %epoch_next, ptr %epoch_at
  br label %round
block_done:
  %number_next = add i64 %number, 1
  br label %block
all_done:
  ret i64 %last
uneven:
  br label %undo
leave:
  br label %undo
undo:
  %answer_bail = phi i64 [ 0, %uneven ], [ %stopped, %leave ]
  %log_at = getelementptr i8, ptr %ctx, i64 <undo>
  %log = load ptr, ptr %log_at
  %used = load i64, ptr %undo_at
  call void @llvm.memcpy.p0.p0.i64(ptr %counters, ptr %saved, i64 %counters_bytes, i1 false)
  br label %back
back:
  %u = phi i64 [ %used, %undo ], [ %u_next, %restore ]
  %u_any = icmp sgt i64 %u, 0
  br i1 %u_any, label %restore, label %undone
restore:
  %u_next = sub i64 %u, 1
  %u_row = getelementptr [<UNDO> x i8], ptr %log, i64 %u_next
  %u_host = load ptr, ptr %u_row
  %u_bytes_at = getelementptr i8, ptr %u_row, i64 8
  %u_bytes = load i64, ptr %u_bytes_at
  %u_data = getelementptr i8, ptr %u_row, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %u_host, ptr %u_data, i64 %u_bytes, i1 false)
  br label %back
undone:
  %gave_up = icmp eq i64 %answer_bail, <GIVE_UP>
  %answer = select i1 %gave_up, i64 -1, i64 %number
  ret i64 %answer
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""


def rows_runtime(frame_bytes: int) -> str:
    """The IR of the scheduler of rows."""
    numbers = {
        "FRAME": frame_bytes, "GIVE_UP": GIVE_UP, "BAIL": BAIL, "UNDO": UNDO_ROW, "MAX": (1 << 63) - 1,
        "MIN": -(1 << 63), **records.CONTEXT,
    }  # fmt: skip
    text = _TEXT
    for name, number in numbers.items():
        text = text.replace(f"<{name}>", str(number))
    return text
