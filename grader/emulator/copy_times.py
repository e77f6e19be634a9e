"""When asynchronous copies happen, as IR: at the wait of their thread for the group that they belong to.

For each thread: the group that is open, the first that has not been waited for, and when the last ones were.
"""

COPY_TIMES = """
define internal ptr @copies_of(ptr %ctx, i64 %thread) {
  %all = word ptr <copies> of %ctx
  %place = getelementptr [<COPIES_ROW> x i8], ptr %all, i64 %thread
  ret ptr %place
}

define internal i64 @copy_time(ptr %ctx, ptr %node, i64 %thread, i64 %issued) {
  %copies = call ptr @copies_of(ptr %ctx, i64 %thread)
  %group = word i64 24 of %node
  %upto = word i64 8 of %copies
  %done = icmp ult i64 %group, %upto
  %age = sub i64 %upto, %group
  %kept = icmp ule i64 %age, <GROUPS>
  %slot = urem i64 %group, <GROUPS>
  %times = getelementptr i8, ptr %copies, i64 16
  %time_at = getelementptr i32, ptr %times, i64 %slot
  %time_1 = load i32, ptr %time_at
  %time = zext i32 %time_1 to i64
  %known = select i1 %kept, i64 %time, i64 %issued
  %when = select i1 %done, i64 %known, i64 4294967295
  ret i64 %when
}

define internal void @commit_copies(ptr %ctx, ptr %frame) {
  %linear = word i64 <frame.linear> of %frame
  %copies = call ptr @copies_of(ptr %ctx, i64 %linear)
  %group = load i64, ptr %copies
  %next = add i64 %group, 1
  store i64 %next, ptr %copies
  ret void
}

define internal void @wait_copies(ptr %ctx, ptr %frame, i64 %but) {
entry:
  %linear = word i64 <frame.linear> of %frame
  %copies = call ptr @copies_of(ptr %ctx, i64 %linear)
  %group = load i64, ptr %copies
  %upto = word i64 8 of %copies
  %limit = sub i64 %group, %but
  %more = icmp sgt i64 %limit, %upto
  br i1 %more, label %now, label %done
now:
  %moment = call i64 @next_moment(ptr %ctx)
  %short = trunc i64 %moment to i32
  %times = getelementptr i8, ptr %copies, i64 16
  br label %complete
complete:
  %g = phi i64 [ %upto, %now ], [ %g_next, %complete ]
  %slot = urem i64 %g, <GROUPS>
  %time_at = getelementptr i32, ptr %times, i64 %slot
  store i32 %short, ptr %time_at
  step %g below %limit, label %complete, label %end
end:
  store i64 %limit, ptr %upto_at
  br label %done
done:
  ret void
}
"""
