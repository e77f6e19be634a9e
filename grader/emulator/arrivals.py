"""Arrivals at barriers that do not wait (`bar.arrive`), as IR.

Who arrives a second time before the barrier has completed counts for its next completion: that is how a warp that
produces runs ahead of one that consumes. Each completion has who has come, and what they knew when they came.
"""

from grader.emulator import layout as at

_ARRIVALS = """
define internal ptr @arrivals_at(ptr %ctx, i64 %id, i64 %later) {
  %all = word ptr <arrivals> of %ctx
  %first = mul i64 %id, <COMPLETIONS>
  %number = add i64 %first, %later
  %place = getelementptr [<ARRIVALS_ROW> x i8], ptr %all, i64 %number
  ret ptr %place
}

define internal void @forget_block(ptr %ctx) {
entry:
  br label %row
row:
  %n = phi i64 [ 0, %entry ], [ %n_next, %row_done ]
  %row_at = call ptr @arrivals_at(ptr %ctx, i64 0, i64 %n)
  %count = load i64, ptr %row_at
  %none = icmp eq i64 %count, 0
  br i1 %none, label %row_done, label %clear
clear:
  %group = getelementptr i8, ptr %row_at, i64 <ARRIVALS_GROUP>
  call void @dissolve(ptr %ctx, ptr %group)
  call void @llvm.memset.p0.i64(ptr %row_at, i8 0, i64 <ARRIVALS_ROW>, i1 false)
  br label %row_done
row_done:
  step %n below <ALL_ARRIVALS>, label %row, label %done
done:
  call void @forget_shared(ptr %ctx)
  ret void
}

define internal void @arrive(ptr %ctx, ptr %frame, i64 %id, i64 %expected) {
entry:
  %linear = word i64 <frame.linear> of %frame
  %word = lshr i64 %linear, 6
  %lane = and i64 %linear, 63
  %bit = shl i64 1, %lane
  br label %look
look:
  %n = phi i64 [ 0, %entry ], [ %next, %later ]
  %row = call ptr @arrivals_at(ptr %ctx, i64 %id, i64 %n)
  %mask = getelementptr i8, ptr %row, i64 <ARRIVALS_MASK>
  %mask_at = getelementptr i64, ptr %mask, i64 %word
  %bits = load i64, ptr %mask_at
  %mine = and i64 %bits, %bit
  %new = icmp eq i64 %mine, 0
  %next = add i64 %n, 1
  %last = icmp eq i64 %next, <COMPLETIONS>
  %here = or i1 %new, %last
  br i1 %here, label %note, label %later
later:
  br label %look
note:
  %bits_new = or i64 %bits, %bit
  store i64 %bits_new, ptr %mask_at
  %count = load i64, ptr %row
  %count_new = add i64 %count, 1
  store i64 %count_new, ptr %row
  %group = getelementptr i8, ptr %row, i64 <ARRIVALS_GROUP>
  call void @note_arrival(ptr %ctx, ptr %frame, ptr %group)
  %present = icmp eq i64 %n, 0
  %enough = icmp uge i64 %count_new, %expected
  %complete = and i1 %present, %enough
  br i1 %complete, label %close, label %done
close:
  call void @close_barrier(ptr %ctx, i64 %id)
  br label %done
done:
  ret void
}

define internal void @close_barrier(ptr %ctx, i64 %id) {
  %row = call ptr @arrivals_at(ptr %ctx, i64 %id, i64 0)
  %group = getelementptr i8, ptr %row, i64 <ARRIVALS_GROUP>
  call void @dissolve(ptr %ctx, ptr %group)
  %second = getelementptr i8, ptr %row, i64 <ARRIVALS_ROW>
  %bytes = mul i64 <ARRIVALS_ROW>, <LATER_COMPLETIONS>
  call void @llvm.memmove.p0.p0.i64(ptr %row, ptr %second, i64 %bytes, i1 false)
  %end = getelementptr i8, ptr %row, i64 %bytes
  call void @llvm.memset.p0.i64(ptr %end, i8 0, i64 <ARRIVALS_ROW>, i1 false)
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
"""


def arrivals_text() -> str:
    """`arrive`, `close_barrier` when one is complete, `forget_block` when a block begins."""
    numbers = {
        "ARRIVALS_ROW": at.ARRIVALS_ROW, "ARRIVALS_MASK": at.ARRIVALS_MASK, "COMPLETIONS": at.COMPLETIONS,
        "LATER_COMPLETIONS": at.COMPLETIONS - 1, "ALL_ARRIVALS": at.COMPLETIONS * at.BARRIERS,
    }  # fmt: skip
    text = _ARRIVALS
    for name, number in numbers.items():
        text = text.replace(f"<{name}>", str(number))
    return text
