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
from grader.emulator.collectives import collectives_text
from grader.emulator.completions import BLOCK_OVER, NO_BARRIER, PART_OF_BLOCK, WHOLE_BLOCK, completions_text
from grader.emulator.matrix.code import MatrixCode
from grader.emulator.memory import Shadow
from grader.emulator.ordering import ordering_text
from grader.emulator.ptx import Instruction

# Turns that waiting threads of a block get before another block has one.
_PASSES = 4

_ROUNDS = """
round:
  %padded = add i64 %threads, 31
  %warps = lshr i64 %padded, 5
  br label %pass
pass:
  br label %warp
warp:
  %v = phi i64 [ 0, %pass ], [ %v_next, %warp_done ]
  %before_v = sub i64 %warps, %v
  %mirror_v = sub i64 %before_v, 1
  %number_v = select i1 %backwards, i64 %mirror_v, i64 %v
  %w = shl i64 %number_v, 5
  %left_over = sub i64 %threads, %w
  %is_last = icmp ult i64 %left_over, 32
  %lanes = select i1 %is_last, i64 %left_over, i64 32
  br label %again
again:
  br label %lane
lane:
  %l = phi i64 [ 0, %again ], [ %l_next, %lane_done ]
  %before_l = sub i64 %lanes, %l
  %mirror_l = sub i64 %before_l, 1
  %number_l = select i1 %backwards, i64 %mirror_l, i64 %l
  %t = add i64 %w, %number_l
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
  step %l below %lanes, label %lane, label %lanes_done
lanes_done:
  %warp_frames = getelementptr [<FRAME> x i8], ptr %frames, i64 %w
  %warp_states = getelementptr i64, ptr %resume, i64 %w
  %answered = call i1 @answer_warp(ptr %ctx, ptr %warp_frames, ptr %warp_states, i64 %lanes)
  br i1 %answered, label %again, label %warp_done
warp_done:
  step %v below %warps, label %warp, label %warps_done
warps_done:
  %turned = call i1 @next_turn(ptr %resume, i64 %threads)
  %answer = call i64 @answer_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i1 %turned)
  switch i64 %answer, label %next_epoch [ i64 <BLOCK_OVER>, label %block_done i64 <NO_BARRIER>, label %in_company ]
in_company:
  %company = word i64 <company> of %ctx
  %alone = icmp eq i64 %company, 0
  br i1 %alone, label %pass, label %patience
patience:
  %passes = word i64 <passes> of %ctx
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

_NEXT_TURN = """
define internal i1 @next_turn(ptr %resume, i64 %threads) {
entry:
  br label %thread
thread:
  %t = phi i64 [ 0, %entry ], [ %t_next, %done ]
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
  step %t below %threads, label %thread, label %end
end:
  ret i1 %any_new
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
        return self._numbered(_ROUNDS)

    def functions(self, report_base: Mapping[str, int]) -> str:
        """What `rounds` calls."""
        return self._numbered(
            arrivals_text()
            + _NEXT_TURN
            + collectives_text(self.operations, self.matrices, report_base)
            + completions_text(report_base)
            + ordering_text(self.shared, causal=self.causal)
        )

    def _numbered(self, text: str) -> str:
        numbers = {
            "LAST_BLOCK": self.last_block, "LAST_WARP": self.last_warp, "PASSES": _PASSES,
            "BLOCK_OVER": BLOCK_OVER, "PART_OF_BLOCK": PART_OF_BLOCK, "WHOLE_BLOCK": WHOLE_BLOCK,
            "NO_BARRIER": NO_BARRIER, "ARRIVALS_GROUP": at.ARRIVALS_GROUP,
        }  # fmt: skip
        for name, number in numbers.items():
            text = text.replace(f"<{name}>", str(number))
        return text
