"""Who happened before whom in kernels whose threads are ordered by more than the block's barrier: all of its IR."""

from __future__ import annotations

from grader.emulator import layout as at
from grader.emulator.clocks import BOOK_OFFSET, CLOCKS, ROW_HEAD
from grader.emulator.conflicts import READ
from grader.emulator.copy_times import COPY_TIMES
from grader.emulator.histories import CROWD, HISTORIES, LONG, MOST, NODE_BYTES, UNFENCED, UNWAITED, WALK_AT
from grader.emulator.memory import Shadow
from grader.emulator.pooling import pooling_text

# Where nobody asks for the order of threads: the same names, and nothing to do.
_NO_ORDER = """
define internal void @order_warp(ptr %ctx, ptr %frames, i64 %have) {
  ret void
}
define internal void @order_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i64 %id) {
  ret void
}
define internal void @order_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads) {
  ret void
}
define internal void @forget_thread(ptr %ctx, ptr %frame) {
  ret void
}
define internal void @note_arrival(ptr %ctx, ptr %frame, ptr %group) {
  ret void
}
define internal void @dissolve(ptr %ctx, ptr %group) {
  ret void
}
define internal void @forget_shared(ptr %ctx) {
  ret void
}
"""


def ordering_text(shared: Shadow, *, causal: bool) -> str:
    """What the scheduler and the race checker call; `causal` where flags order threads, too."""
    if "head" not in shared.fields:
        return _NO_ORDER
    text = CLOCKS + pooling_text(causal=causal) + COPY_TIMES + HISTORIES
    numbers = {
        "GRANULE": shared.granule, "STRIDE": shared.stride,
        "HEAD": shared.fields["head"], "SYNC": shared.fields["sync"],
        "LONG": LONG, "MOST": MOST, "WALK_AT": WALK_AT, "CROWD": CROWD, "NODE_BYTES": NODE_BYTES, "READ": READ,
        "UNFENCED": UNFENCED, "UNWAITED": UNWAITED, "ROW_HEAD": ROW_HEAD,
        "GROUPS": at.COPY_GROUPS, "COPIES_ROW": at.COPIES_ROW,
        **{f"book.{name}": place for name, place in BOOK_OFFSET.items()},
    }  # fmt: skip
    for name, number in numbers.items():
        text = text.replace(f"<{name}>", str(number))
    return text
