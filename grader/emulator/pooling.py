"""Threads that meet, at a barrier or in a warp operation, know afterwards what any of them knew before: as IR.

A group is three fields like a thread's own: it gathers what each knows, and gives it to all. Who arrives without
waiting leaves what it knows in the group, and gets nothing.
"""

_POOLING = """
define internal void @gather_from(ptr %ctx, ptr %group, ptr %frame) {
  %known = word ptr <frame.known> of %frame
  call void @absorb(ptr %ctx, ptr %group, ptr %known)
  %fenced = word ptr <frame.fenced> of %frame
  %group_1 = getelementptr i8, ptr %group, i64 8
  call void @absorb(ptr %ctx, ptr %group_1, ptr %fenced)
  %pending = word ptr <frame.pending> of %frame
  %group_2 = getelementptr i8, ptr %group, i64 16
  call void @absorb(ptr %ctx, ptr %group_2, ptr %pending)
  ret void
}

define internal void @give_to(ptr %ctx, ptr %group, ptr %frame) {
  %known_at = getelementptr i8, ptr %frame, i64 <frame.known>
  %known = load ptr, ptr %group
  call void @set_row(ptr %ctx, ptr %known_at, ptr %known)
  %fenced_at = getelementptr i8, ptr %frame, i64 <frame.fenced>
  %group_1 = getelementptr i8, ptr %group, i64 8
  %fenced = load ptr, ptr %group_1
  call void @set_row(ptr %ctx, ptr %fenced_at, ptr %fenced)
  %pending_at = getelementptr i8, ptr %frame, i64 <frame.pending>
  %group_2 = getelementptr i8, ptr %group, i64 16
  %pending = load ptr, ptr %group_2
  call void @set_row(ptr %ctx, ptr %pending_at, ptr %pending)
  ret void
}

define internal void @dissolve(ptr %ctx, ptr %group) {
  %group_1 = getelementptr i8, ptr %group, i64 8
  %group_2 = getelementptr i8, ptr %group, i64 16
  call void @set_row(ptr %ctx, ptr %group, ptr null)
  call void @set_row(ptr %ctx, ptr %group_1, ptr null)
  call void @set_row(ptr %ctx, ptr %group_2, ptr null)
  ret void
}

define internal void @forget_thread(ptr %ctx, ptr %frame) {
  %known = getelementptr i8, ptr %frame, i64 <frame.known>
  %fenced = getelementptr i8, ptr %frame, i64 <frame.fenced>
  %pending = getelementptr i8, ptr %frame, i64 <frame.pending>
  call void @set_row(ptr %ctx, ptr %known, ptr null)
  call void @set_row(ptr %ctx, ptr %fenced, ptr null)
  call void @set_row(ptr %ctx, ptr %pending, ptr null)
  ret void
}

define internal void @order_warp(ptr %ctx, ptr %frames, i64 %have) {
entry:
  %group = word ptr <gathered> of %ctx
  br label %gather
gather:
  %g = phi i64 [ 0, %entry ], [ %g_next, %gathered ]
  %g_1 = lshr i64 %have, %g
  %g_on = trunc i64 %g_1 to i1
  br i1 %g_on, label %from, label %gathered
from:
  %g_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %g
  call void @gather_from(ptr %ctx, ptr %group, ptr %g_frame)
  br label %gathered
gathered:
  step %g below 32, label %gather, label %now
now:
  call void @own_row(ptr %ctx, ptr %group)
  %row = load ptr, ptr %group
  %moment = call i64 @next_moment(ptr %ctx)
  br label %mark
mark:
  %m = phi i64 [ 0, %now ], [ %m_next, %marked ]
  %m_1 = lshr i64 %have, %m
  %m_on = trunc i64 %m_1 to i1
  br i1 %m_on, label %in, label %marked
in:
  %m_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %m
  call void @mark_row(ptr %ctx, ptr %row, ptr %m_frame, i64 %moment)
  call void @give_to(ptr %ctx, ptr %group, ptr %m_frame)
  br label %marked
marked:
  step %m below 32, label %mark, label %end
end:
  call void @dissolve(ptr %ctx, ptr %group)
  ret void
}

define internal void @note_arrival(ptr %ctx, ptr %frame, ptr %group) {
  call void @gather_from(ptr %ctx, ptr %group, ptr %frame)
  call void @own_row(ptr %ctx, ptr %group)
  %row = load ptr, ptr %group
  %now = call i64 @next_moment(ptr %ctx)
  call void @mark_row(ptr %ctx, ptr %row, ptr %frame, i64 %now)
  ret void
}

define internal void @order_barrier(ptr %ctx, ptr %frames, ptr %resume, i64 %threads, i64 %id) {
entry:
  %arrivals = call ptr @arrivals_at(ptr %ctx, i64 %id, i64 0)
  %group = getelementptr i8, ptr %arrivals, i64 <ARRIVALS_GROUP>
  br label %gather
gather:
  %g = phi i64 [ 0, %entry ], [ %g_next, %gathered ]
  %g_on = call i1 @waits_at(ptr %frames, ptr %resume, i64 %g, i64 %id)
  br i1 %g_on, label %from, label %gathered
from:
  %g_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %g
  call void @gather_from(ptr %ctx, ptr %group, ptr %g_frame)
  br label %gathered
gathered:
  step %g below %threads, label %gather, label %now
now:
  call void @own_row(ptr %ctx, ptr %group)
  %row = load ptr, ptr %group
  %moment = call i64 @next_moment(ptr %ctx)
  br label %mark
mark:
  %m = phi i64 [ 0, %now ], [ %m_next, %marked ]
  %m_on = call i1 @waits_at(ptr %frames, ptr %resume, i64 %m, i64 %id)
  br i1 %m_on, label %in, label %marked
in:
  %m_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %m
  call void @mark_row(ptr %ctx, ptr %row, ptr %m_frame, i64 %moment)
  call void @give_to(ptr %ctx, ptr %group, ptr %m_frame)
  br label %marked
marked:
  step %m below %threads, label %mark, label %end
end:
  call void @dissolve(ptr %ctx, ptr %group)
  ret void
}

define internal void @order_block(ptr %ctx, ptr %frames, ptr %resume, i64 %threads) {
entry:
  %group = word ptr <gathered> of %ctx
  br label %gather
gather:
  %g = phi i64 [ 0, %entry ], [ %g_next, %gathered ]
  %g_at = getelementptr i64, ptr %resume, i64 %g
  %g_state = load i64, ptr %g_at
  %g_lives = icmp sgt i64 %g_state, 0
  br i1 %g_lives, label %from, label %gathered
from:
  %g_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %g
  <GATHER_BLOCK>
  br label %gathered
gathered:
  step %g below %threads, label %gather, label %give
give:
  %m = phi i64 [ 0, %gathered ], [ %m_next, %given ]
  %m_at = getelementptr i64, ptr %resume, i64 %m
  %m_state = load i64, ptr %m_at
  %m_lives = icmp sgt i64 %m_state, 0
  br i1 %m_lives, label %to, label %given
to:
  %m_frame = getelementptr [<FRAME> x i8], ptr %frames, i64 %m
  call void @give_to(ptr %ctx, ptr %group, ptr %m_frame)
  br label %given
given:
  step %m below %threads, label %give, label %end
end:
  call void @dissolve(ptr %ctx, ptr %group)
  ret void
}
"""


def pooling_text(*, causal: bool) -> str:
    """`order_…` for those who have met; a barrier of all needs no rows where nothing but barriers orders threads."""
    gather = "call void @gather_from(ptr %ctx, ptr %group, ptr %g_frame)" if causal else ""
    return _POOLING.replace("<GATHER_BLOCK>", gather)
