"""The scheduler for kernels whose threads wait for more than the block's barrier, as IR.

In a round every warp goes on until all its threads wait or have ended; what they do together as a warp is answered
in between, once all threads of the mask have come. Threads in a loop that waits for memory give up their turn and get
another once all warps had theirs; if that does not help, the block hands over to another one. Then the barriers are
looked at: one is complete when as many threads wait there, or have arrived without waiting, as it expects. If nothing
can go on, the block is judged and everybody is released.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.emulator import layout as at
from grader.emulator.arrivals import arrivals_text
from grader.emulator.clocks import BOOK_OFFSET, NO_CLOCKS, ROW_HEAD, clocks_text
from grader.emulator.histories import CROWD, HISTORIES, LONG, MOST, NODE_BYTES, READ, UNFENCED, UNWAITED, WALK_AT
from grader.emulator.matrix.moving import MatrixCode
from grader.emulator.memory import Shadow
from grader.emulator.ptx import Instruction
from grader.emulator.warps import perform_functions

# What the answer to a block's barriers is.
_NO_BARRIER, _PART_OF_BLOCK, _WHOLE_BLOCK, _BLOCK_OVER = 0, 1, 2, 3
# Turns that waiting threads of a block get before another block has one.
_PASSES = 4

_ROUNDS = """
round:
  br label %pass
pass:
  br label %warp
warp:
  %w = phi i64 [ 0, %pass ], [ %w_next, %warp_done ]
  %left_over = sub i64 %threads, %w
  %is_last = icmp ult i64 %left_over, 32
  %lanes = select i1 %is_last, i64 %left_over, i64 32
  br label %again
again:
  br label %lane
lane:
  %l = phi i64 [ 0, %again ], [ %l_next, %lane_done ]
  %t = add i64 %w, %l
  %state_at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %state_at
  %ended = icmp slt i64 %state, 0
  %fresh = icmp eq i64 %state, 0
  %flag = and i64 %state, <RELEASED>
  %flagged = icmp ne i64 %flag, 0
  %may = or i1 %fresh, %flagged
  %not_ended = xor i1 %ended, true
  %runs = and i1 %may, %not_ended
  br i1 %runs, label %run_thread, label %lane_done
run_thread:
  %from = and i64 %state, 4294967295
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %t
  %stopped = call i64 @step(ptr %ctx, ptr %frame, i64 %from)
  store i64 %stopped, ptr %state_at
  %aborted = icmp eq i64 %stopped, <ABORT>
  br i1 %aborted, label %abort, label %lane_done, !prof !0
lane_done:
  %l_next = add i64 %l, 1
  %l_more = icmp ult i64 %l_next, %lanes
  br i1 %l_more, label %lane, label %lanes_done
lanes_done:
  %warp_frames = getelementptr [<FRAME> x i8], ptr %frames, i64 %w
  %warp_states = getelementptr i64, ptr %resume, i64 %w
  %answered = call i1 @answer_warp(ptr %ctx, ptr %warp_frames, ptr %warp_states, i64 %lanes)
  br i1 %answered, label %again, label %warp_done
warp_done:
  %w_next = add i64 %w, 32
  %w_more = icmp ult i64 %w_next, %threads
  br i1 %w_more, label %warp, label %warps_done
warps_done:
  %turned = call i1 @next_turn(ptr %resume, i64 %threads)
  %answer = call i64 @answer_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i1 %turned)
  switch i64 %answer, label %next_epoch [ i64 <BLOCK_OVER>, label %block_done i64 <NO_BARRIER>, label %in_company ]
in_company:
  %company_at = getelementptr i8, ptr %ctx, i64 <company>
  %company = load i64, ptr %company_at
  %alone = icmp eq i64 %company, 0
  br i1 %alone, label %pass, label %patience
patience:
  %passes_at = getelementptr i8, ptr %ctx, i64 <passes>
  %passes = load i64, ptr %passes_at
  %passes_more = add i64 %passes, 1
  store i64 %passes_more, ptr %passes_at
  %tired = icmp ugt i64 %passes_more, <PASSES>
  br i1 %tired, label %hand_over, label %pass
hand_over:
  store i64 0, ptr %passes_at
  ret i64 <HANDED_OVER>
next_epoch:
  %epoch_now = load i64, ptr %epoch_at
  %epoch_next = add i64 %epoch_now, <EPOCH>
  store i64 %epoch_next, ptr %epoch_at
  ; Only a barrier of all threads that are left ends an interval for everybody.
  %whole = icmp eq i64 %answer, <WHOLE_BLOCK>
  %interval_old = load i64, ptr %interval_at
  %interval_new = select i1 %whole, i64 %epoch_next, i64 %interval_old
  store i64 %interval_new, ptr %interval_at
  %phase_now = load i64, ptr %phase_at
  %phase_next = add i64 %phase_now, 1
  store i64 %phase_next, ptr %phase_at
  br label %round

block_done:
  %number_now = load i64, ptr %block_at
  %number_next = add i64 %number_now, 1
  br label %block
abort:
  ret i64 1
"""

_FUNCTIONS = """
define internal i1 @next_turn(ptr %resume, i64 %threads) {
entry:
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %next, %done ]
  %any = phi i1 [ false, %entry ], [ %any_new, %done ]
  %at = getelementptr i64, ptr %resume, i64 %t
  %state = load i64, ptr %at
  %waits = icmp sgt i64 %state, <LAST_WARP>
  br i1 %waits, label %release, label %done
release:
  %released = or i64 %state, <RELEASED>
  store i64 %released, ptr %at
  br label %done
done:
  %any_new = or i1 %any, %waits
  %next = add i64 %t, 1
  %more = icmp ult i64 %next, %threads
  br i1 %more, label %thread, label %end
end:
  ret i1 %any_new
}

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
  %l_next = add i64 %l, 1
  %l_more = icmp ult i64 %l_next, %lanes
  br i1 %l_more, label %lane, label %lanes_done
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
  %own_mask_at = getelementptr i8, ptr %own_frame, i64 <frame.mask>
  %own_mask = load i64, ptr %own_mask_at
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %next, %lane ]
  %bits = phi i64 [ 0, %entry ], [ %bits_new, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %l
  %mask_at = getelementptr i8, ptr %frame, i64 <frame.mask>
  %mask = load i64, ptr %mask_at
  %same_mask = icmp eq i64 %mask, %own_mask
  %class = call i64 @operation_of(i64 %state)
  %own_class = call i64 @operation_of(i64 %own)
  %same_state = icmp eq i64 %class, %own_class
  %same = and i1 %same_mask, %same_state
  %one = zext i1 %same to i64
  %bit = shl i64 %one, %l
  %bits_new = or i64 %bits, %bit
  %next = add i64 %l, 1
  %more = icmp ult i64 %next, %lanes
  br i1 %more, label %lane, label %end
end:
  ret i64 %bits_new
}

define internal i64 @who_must(ptr %frames, ptr %states, i64 %lanes, i64 %with) {
entry:
  %own_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %with
  %own_mask_at = getelementptr i8, ptr %own_frame, i64 <frame.mask>
  %own_mask = load i64, ptr %own_mask_at
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %next, %lane ]
  %bits = phi i64 [ 0, %entry ], [ %bits_new, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %alive = icmp sge i64 %state, 0
  %one = zext i1 %alive to i64
  %bit = shl i64 %one, %l
  %bits_new = or i64 %bits, %bit
  %next = add i64 %l, 1
  %more = icmp ult i64 %next, %lanes
  br i1 %more, label %lane, label %end
end:
  %needed = and i64 %bits_new, %own_mask
  ret i64 %needed
}

define internal void @release(ptr %states, i64 %lanes, i64 %who) {
entry:
  br label %lane
lane:
  %l = phi i64 [ 0, %entry ], [ %next, %lane ]
  %at = getelementptr i64, ptr %states, i64 %l
  %state = load i64, ptr %at
  %shifted = lshr i64 %who, %l
  %low = and i64 %shifted, 1
  %on = icmp ne i64 %low, 0
  %released = or i64 %state, <RELEASED>
  %new = select i1 %on, i64 %released, i64 %state
  store i64 %new, ptr %at
  %next = add i64 %l, 1
  %more = icmp ult i64 %next, %lanes
  br i1 %more, label %lane, label %end
end:
  ret void
}

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
  %id_at = getelementptr i8, ptr %frame, i64 <frame.barrier>
  %its_id_1 = load i64, ptr %id_at
  %its_id = and i64 %its_id_1, 63
  %its_bit = shl i64 1, %its_id
  %bit = select i1 %waits, i64 %its_bit, i64 0
  %ids_new = or i64 %ids, %bit
  %t_next = add i64 %t, 1
  %t_more = icmp ult i64 %t_next, %threads
  br i1 %t_more, label %count, label %counted
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
  %id_next = add i64 %id, 1
  %id_more = icmp ult i64 %id_next, 16
  br i1 %id_more, label %barrier, label %barriers_done
barriers_done:
  %any = icmp ne i64 %most_new, 0
  %moves = or i1 %any, %turned
  br i1 %moves, label %go_on, label %stuck
stuck:
  call void @order_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  call void @judge_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads)
  br label %free
free:
  %f = phi i64 [ 0, %stuck ], [ %f_next, %free ]
  %f_at = getelementptr i64, ptr %resume, i64 %f
  %f_state = load i64, ptr %f_at
  %f_lives = icmp sgt i64 %f_state, 0
  %f_released = or i64 %f_state, <RELEASED>
  %f_new = select i1 %f_lives, i64 %f_released, i64 %f_state
  store i64 %f_new, ptr %f_at
  %f_next = add i64 %f, 1
  %f_more = icmp ult i64 %f_next, %threads
  br i1 %f_more, label %free, label %go_on
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
  %value_at = getelementptr i8, ptr %frame, i64 <frame.x0>
  %value = load i64, ptr %value_at
  %expected_at = getelementptr i8, ptr %frame, i64 <frame.expected>
  %expected = load i64, ptr %expected_at
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
  %t_next = add i64 %t, 1
  %t_more = icmp ult i64 %t_next, %threads
  br i1 %t_more, label %count, label %counted
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
  %f_next = add i64 %f, 1
  %f_more = icmp ult i64 %f_next, %threads
  br i1 %f_more, label %thread, label %yes_end
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
  %barrier_at = getelementptr i8, ptr %frame, i64 <frame.barrier>
  %barrier = load i64, ptr %barrier_at
  %same = icmp eq i64 %barrier, %id
  %here = and i1 %waits, %same
  ret i1 %here
}
"""


@dataclass(frozen=True, slots=True)
class Turns:
    """What the scheduler must know of a kernel: numbers of its suspensions, and its warp operations."""

    last_block: int
    last_warp: int
    operations: Sequence[tuple[int, Instruction]]
    shared: Shadow
    causal: bool
    matrices: MatrixCode

    def rounds(self) -> str:
        """The part of `run` between a block's begin and its end."""
        return _numbered(_ROUNDS)

    def functions(self, report_base: Mapping[str, int]) -> str:
        """What `rounds` calls."""
        text = arrivals_text() + _FUNCTIONS
        text = text.replace("<LAST_BLOCK>", str(self.last_block)).replace("<LAST_WARP>", str(self.last_warp))
        text += self._order()
        return (
            _numbered(text)
            + self._classes()
            + _judge_warp(report_base)
            + perform_functions(self.operations, self.matrices)
        )

    def _order(self) -> str:
        if "head" not in self.shared.fields:
            return NO_CLOCKS
        text = clocks_text(causal=self.causal) + HISTORIES
        fields = self.shared.fields
        numbers = {
            "GRANULE": self.shared.granule, "STRIDE": self.shared.stride,
            "HEAD": fields["head"], "SYNC": fields["sync"], "LONG": LONG, "MOST": MOST, "WALK_AT": WALK_AT,
            "CROWD": CROWD, "NODE_BYTES": NODE_BYTES, "READ": READ,
            "UNFENCED": UNFENCED, "UNWAITED": UNWAITED, "ROW_HEAD": ROW_HEAD,
            "GROUPS": at.COPY_GROUPS, "COPIES_ROW": at.COPIES_ROW,
            **{f"book.{name}": place for name, place in BOOK_OFFSET.items()},
        }  # fmt: skip
        for name, number in numbers.items():
            text = text.replace(f"<{name}>", str(number))
        return text

    def _classes(self) -> str:
        """Threads meet in a warp operation when it is the same one, wherever in the code: number of the first such."""
        first: dict[str, int] = {}
        rows = []
        for number, instruction in self.operations:
            rows.append(f"i64 {number}, label %op{number}")
            first.setdefault(instruction.name, number)
        text = ["define internal i64 @operation_of(i64 %state) {"]
        text.append(f"  switch i64 %state, label %other [ {' '.join(rows)} ]")
        for number, instruction in self.operations:
            text.append(f"op{number}:\n  ret i64 {first[instruction.name]}")
        text.append("other:\n  ret i64 %state\n}")
        return "\n".join(text)


def _numbered(text: str) -> str:
    numbers = {
        "ARRIVALS_GROUP": at.ARRIVALS_GROUP, "BLOCK_OVER": _BLOCK_OVER, "PART_OF_BLOCK": _PART_OF_BLOCK,
        "WHOLE_BLOCK": _WHOLE_BLOCK, "NO_BARRIER": _NO_BARRIER, "PASSES": _PASSES,
    }  # fmt: skip
    for name, number in numbers.items():
        text = text.replace(f"<{name}>", str(number))
    return text


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
