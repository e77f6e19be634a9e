"""What the threads of a warp know of one another, in kernels whose warps have barriers of their own, as IR.

Each thread has a row of 32 epochs: what lane u of its warp did before epoch row[u] happened before the thread goes on.
`order` joins the rows of those who met at a warp's barrier; `unordered` asks whether the access that left a stamp is by
another thread and not ordered before the present one.
"""

ORDER = """
define internal void @order(ptr %ctx, ptr %frames, i64 %have) {
entry:
  %clocks_at = getelementptr i8, ptr %ctx, i64 <clocks>
  %clocks = load ptr, ptr %clocks_at
  %linear_at = getelementptr i8, ptr %frames, i64 <frame.linear>
  %first = load i64, ptr %linear_at
  %epoch_at = getelementptr i8, ptr %ctx, i64 <epoch>
  %old = load i64, ptr %epoch_at
  %now = add i64 %old, <EPOCH>
  store i64 %now, ptr %epoch_at
  br label %column
column:
  %u = phi i64 [ 0, %entry ], [ %u_next, %column_done ]
  br label %member
member:
  %m = phi i64 [ 0, %column ], [ %m_next, %member ]
  %most = phi i64 [ 0, %column ], [ %most_new, %member ]
  %m_bit_1 = lshr i64 %have, %m
  %m_bit = and i64 %m_bit_1, 1
  %m_on = icmp ne i64 %m_bit, 0
  %m_thread = add i64 %first, %m
  %m_row = mul i64 %m_thread, 32
  %m_cell = add i64 %m_row, %u
  %m_at = getelementptr i64, ptr %clocks, i64 %m_cell
  %m_value = load i64, ptr %m_at
  %m_larger = icmp ugt i64 %m_value, %most
  %m_takes = and i1 %m_larger, %m_on
  %most_new = select i1 %m_takes, i64 %m_value, i64 %most
  %m_next = add i64 %m, 1
  %m_more = icmp ult i64 %m_next, 32
  br i1 %m_more, label %member, label %known
known:
  %u_bit_1 = lshr i64 %have, %u
  %u_bit = and i64 %u_bit_1, 1
  %u_on = icmp ne i64 %u_bit, 0
  %value = select i1 %u_on, i64 %now, i64 %most_new
  br label %tell
tell:
  %n = phi i64 [ 0, %known ], [ %n_next, %told ]
  %n_bit_1 = lshr i64 %have, %n
  %n_bit = and i64 %n_bit_1, 1
  %n_on = icmp ne i64 %n_bit, 0
  br i1 %n_on, label %write, label %told
write:
  %n_thread = add i64 %first, %n
  %n_row = mul i64 %n_thread, 32
  %n_cell = add i64 %n_row, %u
  %n_at = getelementptr i64, ptr %clocks, i64 %n_cell
  store i64 %value, ptr %n_at
  br label %told
told:
  %n_next = add i64 %n, 1
  %n_more = icmp ult i64 %n_next, 32
  br i1 %n_more, label %tell, label %column_done
column_done:
  %u_next = add i64 %u, 1
  %u_more = icmp ult i64 %u_next, 32
  br i1 %u_more, label %column, label %end
end:
  ret void
}

define internal i1 @unordered(ptr %ctx, ptr %frame, i64 %stamp, i64 %other) {
entry:
  %interval_at = getelementptr i8, ptr %ctx, i64 <interval>
  %interval = load i64, ptr %interval_at
  %recent = icmp uge i64 %other, %interval
  %own_1 = lshr i64 %stamp, 16
  %own = and i64 %own_1, 65535
  %their_1 = lshr i64 %other, 16
  %their = and i64 %their_1, 65535
  %apart = icmp ne i64 %own, %their
  %maybe = and i1 %recent, %apart
  br i1 %maybe, label %same_warp, label %no
same_warp:
  %own_warp = lshr i64 %own, 5
  %their_warp = lshr i64 %their, 5
  %same = icmp eq i64 %own_warp, %their_warp
  br i1 %same, label %clock, label %yes
clock:
  %clocks_at = getelementptr i8, ptr %ctx, i64 <clocks>
  %clocks = load ptr, ptr %clocks_at
  %row = mul i64 %own, 32
  %lane = and i64 %their, 31
  %cell = add i64 %row, %lane
  %at = getelementptr i64, ptr %clocks, i64 %cell
  %known = load i64, ptr %at
  %epoch_1 = lshr i64 %other, 32
  %epoch = shl i64 %epoch_1, 32
  %before = icmp ult i64 %epoch, %known
  br i1 %before, label %no, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}
"""
