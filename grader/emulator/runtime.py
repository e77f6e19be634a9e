"""The IR around `step`: the scheduler over threads, phases and blocks, the findings table, printf, the event log.

It is text with the context's places filled in, so that it reads as what it is. Python enters `run` once per launch.

`run(context, first, last)` runs blocks first ≤ b < last in turn. In a block every thread runs until it waits or ends;
then, if all wait at the same suspension, a new epoch begins. If not, every thread is judged (`on_barrier` of the
checkers) and those that wait are released: a GPU counts threads that have left as arrived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator import layout as at
from grader.emulator.checkers import Arrival, Checker
from grader.emulator.isa.builder import Builder
from grader.emulator.shorthand import spelled_out
from grader.emulator.turns import Turns

MOST_PRINTED_BYTES = 512
PRINT_HEADER = 32

_TEXT = """
define internal void @report_if(
    i1 %when, ptr %ctx, ptr %frame, i64 %row, i64 %offset, i64 %object, i64 %other, i64 %extra) {
entry:
  br i1 %when, label %found, label %done
found:
  %table = word ptr <findings> of %ctx
  %place = getelementptr [<ROW> x i8], ptr %table, i64 %row
  %count = load i64, ptr %place
  %more = add i64 %count, 1
  store i64 %more, ptr %place
  %told = add i64 %row, 1
  %told_at = getelementptr i8, ptr %ctx, i64 <told>
  store i64 %told, ptr %told_at
  %first = icmp eq i64 %count, 0
  br i1 %first, label %details, label %done
details:
  %offset_at = getelementptr i8, ptr %place, i64 8
  store i64 %offset, ptr %offset_at
  %object_at = getelementptr i8, ptr %place, i64 16
  store i64 %object, ptr %object_at
  %block = word i64 <block> of %ctx
  %row_block = getelementptr i8, ptr %place, i64 24
  store i64 %block, ptr %row_block
  %linear = word i64 <frame.linear> of %frame
  %row_thread = getelementptr i8, ptr %place, i64 32
  store i64 %linear, ptr %row_thread
  %other_at = getelementptr i8, ptr %place, i64 40
  store i64 %other, ptr %other_at
  %epoch = word i64 <epoch> of %ctx
  %row_epoch = getelementptr i8, ptr %place, i64 48
  store i64 %epoch, ptr %row_epoch
  %extra_at = getelementptr i8, ptr %place, i64 56
  store i64 %extra, ptr %extra_at
  br label %done
done:
  ret void
}

define internal void @abort_launch(ptr %ctx, ptr %frame, i64 %code, i64 %site) cold {
  %code_at = getelementptr i8, ptr %ctx, i64 <abort_code>
  store i64 %code, ptr %code_at
  %site_at = getelementptr i8, ptr %ctx, i64 <abort_site>
  store i64 %site, ptr %site_at
  %linear = word i64 <frame.linear> of %frame
  %thread_at = getelementptr i8, ptr %ctx, i64 <abort_thread>
  store i64 %linear, ptr %thread_at
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @print(ptr %ctx, ptr %frame, i64 %text, i64 %values, ptr %local, i64 %size, i64 %site) {
entry:
  %offset = sub i64 %values, <LOCAL>
  %inside = icmp ult i64 %offset, %size
  %room = sub i64 %size, %offset
  %most = icmp ult i64 %room, <MOST>
  %limited = select i1 %most, i64 %room, i64 <MOST>
  %bytes = select i1 %inside, i64 %limited, i64 0
  %used = word i64 <printf_used> of %ctx
  %capacity = word i64 <printf_size> of %ctx
  %end = add i64 %used, <PRINTED>
  %fits = icmp ule i64 %end, %capacity
  br i1 %fits, label %keep, label %lose
lose:
  %lost = word i64 <printf_lost> of %ctx
  %more = add i64 %lost, 1
  store i64 %more, ptr %lost_at
  ret void
keep:
  %buffer = word ptr <printf> of %ctx
  %row = getelementptr i8, ptr %buffer, i64 %used
  store i64 %text, ptr %row
  %bytes_at = getelementptr i8, ptr %row, i64 8
  store i64 %bytes, ptr %bytes_at
  %block = word i64 <block> of %ctx
  %row_block = getelementptr i8, ptr %row, i64 16
  store i64 %block, ptr %row_block
  %linear = word i64 <frame.linear> of %frame
  %row_thread = getelementptr i8, ptr %row, i64 24
  %upper = shl i64 %site, 32
  %who = or i64 %linear, %upper
  store i64 %who, ptr %row_thread
  %data = getelementptr i8, ptr %row, i64 32
  %from = getelementptr i8, ptr %local, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %from, i64 %bytes, i1 false)
  %padded = add i64 %bytes, 39
  %whole = and i64 %padded, -8
  %next = add i64 %used, %whole
  store i64 %next, ptr %used_at
  ret void
}

define i64 @run(ptr %ctx, i64 %first, i64 %last) {
entry:
  %frames = word ptr <frames> of %ctx
  %resume = word ptr <resume> of %ctx
  %threads = word i64 <threads> of %ctx
  %epoch_at = getelementptr i8, ptr %ctx, i64 <epoch>
  %begin_at = getelementptr i8, ptr %ctx, i64 <begin>
  %phase_at = getelementptr i8, ptr %ctx, i64 <phase>
  %interval_at = getelementptr i8, ptr %ctx, i64 <interval>
  %block_at = getelementptr i8, ptr %ctx, i64 <block>
  %ctaid_x = getelementptr i8, ptr %ctx, i64 <ctaid_x>
  %ctaid_y = getelementptr i8, ptr %ctx, i64 <ctaid_y>
  %ctaid_z = getelementptr i8, ptr %ctx, i64 <ctaid_z>
  %nx = word i64 <nctaid_x> of %ctx
  %ny = word i64 <nctaid_y> of %ctx
  %nz = word i64 <nctaid_z> of %ctx
  %nxy = mul i64 %nx, %ny
  %blocks = mul i64 %nxy, %nz
  %last_block = sub i64 %blocks, 1
  %mirrored = word i64 <mirrored> of %ctx
  %from_the_end = icmp ne i64 %mirrored, 0
  %reversed = word i64 <reversed> of %ctx
  %backwards = icmp ne i64 %reversed, 0
  %poison = word i8 <poison> of %ctx
  %log = word ptr <blocks_log> of %ctx
  %shared = word ptr <shared> of %ctx
  %bytes = word i64 <shared_bytes> of %ctx
  <ENTER>

block:
  %number = phi i64 [ %first, %entry ], [ %number_next, %block_done ]
  %more_blocks = icmp slt i64 %number, %last
  br i1 %more_blocks, label %block_begin, label %all_done
block_begin:
  store i64 %number, ptr %block_at
  %mirror_number = sub i64 %last_block, %number
  %index = select i1 %from_the_end, i64 %mirror_number, i64 %number
  %x = urem i64 %index, %nx
  %rest = udiv i64 %index, %nx
  %y = urem i64 %rest, %ny
  %z = udiv i64 %rest, %ny
  store i64 %x, ptr %ctaid_x
  store i64 %y, ptr %ctaid_y
  store i64 %z, ptr %ctaid_z
  %epoch_old = load i64, ptr %epoch_at
  %epoch_first = add i64 %epoch_old, <EPOCH>
  store i64 %epoch_first, ptr %epoch_at
  store i64 %epoch_first, ptr %begin_at
  store i64 %epoch_first, ptr %interval_at
  store i64 0, ptr %phase_at
  %log_row = getelementptr i64, ptr %log, i64 %number
  store i64 %epoch_first, ptr %log_row
  call void @llvm.memset.p0.i64(ptr %shared, i8 %poison, i64 %bytes, i1 false)
  <BLOCK_BEGIN>
  <FORGET_SHARED>
  br label %clear
clear:
  %clear_i = phi i64 [ 0, %block_begin ], [ %clear_i_next, %clear ]
  %clear_at = getelementptr i64, ptr %resume, i64 %clear_i
  store i64 0, ptr %clear_at
  %clear_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %clear_i
  %clear_exit = getelementptr i8, ptr %clear_frame, i64 <frame.exit_site>
  store i64 -1, ptr %clear_exit
  %clear_turns = getelementptr i8, ptr %clear_frame, i64 <frame.turns>
  store i64 0, ptr %clear_turns
  <FORGET_THREAD>
  step %clear_i below %threads, label %clear, label %round

<ROUNDS>
all_done:
  ret i64 0
}

define internal void @judge_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads) cold {
entry:
  br label %search
search:
  %s = phi i64 [ 0, %entry ], [ %s_next, %search ]
  %s_at = getelementptr i64, ptr %resume, i64 %s
  %s_state = load i64, ptr %s_at
  %s_next = add i64 %s, 1
  %waits = icmp sgt i64 %s_state, 0
  br i1 %waits, label %judge, label %search
judge:
  %t = phi i64 [ 0, %search ], [ %t_next, %judged ]
  %at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %at
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %told = icmp eq i64 %state, <REPORTED>
  br i1 %told, label %judged, label %look
look:
  <ON_BARRIER>
  %left = icmp slt i64 %state, 0
  %state_kept = select i1 %left, i64 <REPORTED>, i64 %state
  store i64 %state_kept, ptr %at
  br label %judged
judged:
  step %t below %threads, label %judge, label %done
done:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""

# Threads that never wait but at the block's barrier 0 run one after another, a round at a time.
_ROUNDS = """round:
  br label %thread
thread:
  %n = phi i64 [ 0, %round ], [ %n_next, %thread_done ]
  %low = phi i64 [ <MAX>, %round ], [ %low_new, %thread_done ]
  %high = phi i64 [ <MIN>, %round ], [ %high_new, %thread_done ]
  %before_n = sub i64 %threads, %n
  %mirror_n = sub i64 %before_n, 1
  %t = select i1 %backwards, i64 %mirror_n, i64 %n
  %state_at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %state_at
  %gone = icmp slt i64 %state, 0
  br i1 %gone, label %thread_done, label %run_thread
run_thread:
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %stopped = call i64 @step(ptr %ctx, ptr %frame, i64 %state)
  store i64 %stopped, ptr %state_at
  %aborted = icmp eq i64 %stopped, <ABORT>
  br i1 %aborted, label %abort, label %thread_done, !prof !0
thread_done:
  %now = phi i64 [ %state, %thread ], [ %stopped, %run_thread ]
  %is_low = icmp slt i64 %now, %low
  %low_new = select i1 %is_low, i64 %now, i64 %low
  %is_high = icmp sgt i64 %now, %high
  %high_new = select i1 %is_high, i64 %now, i64 %high
  step %n below %threads, label %thread, label %round_done

round_done:
  %all_left = icmp slt i64 %high_new, 0
  br i1 %all_left, label %block_done, label %arrive
arrive:
  %even = icmp eq i64 %low_new, %high_new
  br i1 %even, label %next_epoch, label %uneven, !prof !1
uneven:
  call void @judge_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  br label %next_epoch
next_epoch:
  %epoch_now = load i64, ptr %epoch_at
  %epoch_next = add i64 %epoch_now, <EPOCH>
  store i64 %epoch_next, ptr %epoch_at
  store i64 %epoch_next, ptr %interval_at
  %phase_now = load i64, ptr %phase_at
  %phase_next = add i64 %phase_now, 1
  store i64 %phase_next, ptr %phase_at
  br label %round

block_done:
  %number_next = add i64 %number, 1
  br label %block
abort:
  ret i64 1
"""

# A block that has handed over goes on where it was.
_ENTER = """%resumed = word i64 <resumed> of %ctx
  store i64 0, ptr %resumed_at
  %anew = icmp eq i64 %resumed, 0
  br i1 %anew, label %block, label %round"""

_RECORD = """
define internal void @record(ptr %ctx, i64 %linear, i64 %site, i64 %kind, i64 %offset, i64 %object, i64 %value) {
entry:
  %block = word i64 <block> of %ctx
  %wanted = word i64 <events_block> of %ctx
  %here = icmp eq i64 %block, %wanted
  %warps = word i64 <events_warps> of %ctx
  %warp = lshr i64 %linear, 5
  %moved = lshr i64 %warps, %warp
  %watched = trunc i64 %moved to i1
  %this = and i1 %here, %watched
  br i1 %this, label %count, label %done
count:
  %used = word i64 <events_used> of %ctx
  %next = add i64 %used, 1
  store i64 %next, ptr %used_at
  %size = word i64 <events_size> of %ctx
  %fits = icmp ult i64 %used, %size
  br i1 %fits, label %keep, label %done
keep:
  %log = word ptr <events> of %ctx
  %row = getelementptr [<EVENT> x i8], ptr %log, i64 %used
  %phase = word i64 <phase> of %ctx
  %upper = shl i64 %phase, 32
  %who = or i64 %upper, %linear
  store i64 %who, ptr %row
  %site_at = getelementptr i8, ptr %row, i64 8
  store i64 %site, ptr %site_at
  %kind_at = getelementptr i8, ptr %row, i64 16
  store i64 %kind, ptr %kind_at
  %offset_at = getelementptr i8, ptr %row, i64 24
  store i64 %offset, ptr %offset_at
  %object_at = getelementptr i8, ptr %row, i64 32
  store i64 %object, ptr %object_at
  %value_at = getelementptr i8, ptr %row, i64 40
  store i64 %value, ptr %value_at
  br label %done
done:
  ret void
}
"""


def runtime_text(
    checkers: Sequence[Checker],
    report_base: Mapping[str, int],
    frame_bytes: int,
    *,
    record: bool,
    turns: Turns | None = None,
) -> str:
    """The IR of the runtime for one kernel; `turns` for one whose threads wait for more than the block's barrier."""
    numbers = {
        "ROW": at.FINDING_ROW, "FRAME": frame_bytes, "EVENT": at.EVENT_ROW, "EPOCH": 1 << at.EPOCH_SHIFT,
        "ABORT": at.ABORT, "REPORTED": at.EXIT_REPORTED, "MAX": (1 << 63) - 1, "MIN": -(1 << 63),
        "RELEASED": at.RELEASED, "HANDED_OVER": at.HANDED_OVER,
        "LOCAL": at.LOCAL_ID << at.ID_SHIFT | at.BIAS, "MOST": MOST_PRINTED_BYTES,
        "PRINTED": MOST_PRINTED_BYTES + PRINT_HEADER + 8,
        **at.CONTEXT_OFFSET, **{f"frame.{name}": place for name, place in at.FRAME_OFFSET.items()},
    }  # fmt: skip
    text = _TEXT.replace("<ROUNDS>", turns.rounds() if turns else _ROUNDS) + (_RECORD if record else "")
    forget = ("call void @forget_block(ptr %ctx)", "call void @forget_thread(ptr %ctx, ptr %clear_frame)")
    for name, call in zip(("<FORGET_SHARED>", "<FORGET_THREAD>"), forget, strict=True):
        text = text.replace(name, call if turns else "")
    text = text.replace("<ENTER>", _ENTER if turns else "br label %block")
    text += turns.functions(report_base) if turns else ""
    text = spelled_out(text)
    for name, number in numbers.items():
        text = text.replace(f"<{name}>", str(number))
    return text.replace("<BLOCK_BEGIN>", _block_begin(checkers)).replace(
        "<ON_BARRIER>", _on_barrier(checkers, report_base)
    )


def _block_begin(checkers: Sequence[Checker]) -> str:
    b = Builder()
    for checker in checkers:
        checker.on_block_begin(b)
    return "\n".join(b.lines).strip()


def _on_barrier(checkers: Sequence[Checker], report_base: Mapping[str, int]) -> str:
    b = Builder()
    for checker in checkers:
        checker.on_barrier(Arrival(b, report_base, "%state", "%s_state", "%s"))
    return "\n".join(b.lines).strip()
