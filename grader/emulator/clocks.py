"""What threads know of one another, in kernels whose threads are ordered by more than the block's barrier, as IR.

A *row* has an epoch for each thread: what thread u did before epoch row[u] happened before. Rows are shared and counted
(`set_row`, `absorb`), so that threads that met at a barrier hold one row together. A thread has three of them:

- `known`: what happened before anything the thread does from now on;
- `fenced`: what a fence by someone whom the thread knows has made visible, so that a later flag tells it;
- `pending`: what flags that were seen have told, which the next fence makes known.

Within a block, what came before the last barrier of the whole block (`interval`) is known without a row. Where blocks
can be ordered, rows have a place for every thread of the grid (`stride` threads a block), else for those of one block.
"""

# Of a row: how many refer to it, the next free row, then the epochs.
ROW_HEAD = 16
# Words of the books that all contexts of a worker share.
BOOKS = ("row_free", "row_used", "row_limit", "node_free", "node_used", "node_limit", "blind")
BOOK_OFFSET = {name: 8 * place for place, name in enumerate(BOOKS)}

CLOCKS = """
define internal ptr @new_row(ptr %ctx) {
entry:
  %books_at = getelementptr i8, ptr %ctx, i64 <books>
  %books = load ptr, ptr %books_at
  %pool_at = getelementptr i8, ptr %ctx, i64 <rows>
  %pool = load ptr, ptr %pool_at
  %size_at = getelementptr i8, ptr %ctx, i64 <row_bytes>
  %size = load i64, ptr %size_at
  %free_at = getelementptr i8, ptr %books, i64 <book.row_free>
  %free = load i64, ptr %free_at
  %none = icmp eq i64 %free, 0
  br i1 %none, label %bump, label %again
again:
  %row_1 = getelementptr i8, ptr %pool, i64 %free
  %next_at = getelementptr i8, ptr %row_1, i64 8
  %next = load i64, ptr %next_at
  store i64 %next, ptr %free_at
  br label %give
bump:
  %used_at = getelementptr i8, ptr %books, i64 <book.row_used>
  %used = load i64, ptr %used_at
  %limit_at = getelementptr i8, ptr %books, i64 <book.row_limit>
  %limit = load i64, ptr %limit_at
  %end = add i64 %used, %size
  %fits = icmp ule i64 %end, %limit
  br i1 %fits, label %fresh, label %out
fresh:
  store i64 %end, ptr %used_at
  br label %give
out:
  %blind_at = getelementptr i8, ptr %books, i64 <book.blind>
  store i64 1, ptr %blind_at
  br label %give
give:
  %place = phi i64 [ %free, %again ], [ %used, %fresh ], [ 0, %out ]
  %references = phi i64 [ 0, %again ], [ 0, %fresh ], [ 1099511627776, %out ]
  %row = getelementptr i8, ptr %pool, i64 %place
  store i64 %references, ptr %row
  ret ptr %row
}

define internal void @set_row(ptr %ctx, ptr %field, ptr %row) {
entry:
  %old = load ptr, ptr %field
  %none = icmp eq ptr %row, null
  br i1 %none, label %place, label %count
count:
  %references = load i64, ptr %row
  %more = add i64 %references, 1
  store i64 %more, ptr %row
  br label %place
place:
  store ptr %row, ptr %field
  %nothing = icmp eq ptr %old, null
  br i1 %nothing, label %done, label %leave
leave:
  %held = load i64, ptr %old
  %fewer = sub i64 %held, 1
  store i64 %fewer, ptr %old
  %unused = icmp eq i64 %fewer, 0
  br i1 %unused, label %free, label %done
free:
  %books_at = getelementptr i8, ptr %ctx, i64 <books>
  %books = load ptr, ptr %books_at
  %pool_at = getelementptr i8, ptr %ctx, i64 <rows>
  %pool = load i64, ptr %pool_at
  %free_at = getelementptr i8, ptr %books, i64 <book.row_free>
  %next = load i64, ptr %free_at
  %next_at = getelementptr i8, ptr %old, i64 8
  store i64 %next, ptr %next_at
  %old_at = ptrtoint ptr %old to i64
  %index = sub i64 %old_at, %pool
  store i64 %index, ptr %free_at
  br label %done
done:
  ret void
}

define internal void @join_rows(ptr %ctx, ptr %to, ptr %one, ptr %other) {
entry:
  %width_at = getelementptr i8, ptr %ctx, i64 <width>
  %width = load i64, ptr %width_at
  %to_first = getelementptr i8, ptr %to, i64 <ROW_HEAD>
  %one_first = getelementptr i8, ptr %one, i64 <ROW_HEAD>
  %other_first = getelementptr i8, ptr %other, i64 <ROW_HEAD>
  br label %cell
cell:
  %n = phi i64 [ 0, %entry ], [ %next, %cell ]
  %a_at = getelementptr i32, ptr %one_first, i64 %n
  %b_at = getelementptr i32, ptr %other_first, i64 %n
  %to_at = getelementptr i32, ptr %to_first, i64 %n
  %a = load <8 x i32>, ptr %a_at, align 8
  %b = load <8 x i32>, ptr %b_at, align 8
  %larger = icmp ugt <8 x i32> %a, %b
  %most = select <8 x i1> %larger, <8 x i32> %a, <8 x i32> %b
  store <8 x i32> %most, ptr %to_at, align 8
  %next = add i64 %n, 8
  %more = icmp ult i64 %next, %width
  br i1 %more, label %cell, label %done
done:
  ret void
}

define internal void @absorb(ptr %ctx, ptr %field, ptr %row) {
entry:
  %old = load ptr, ptr %field
  %nothing = icmp eq ptr %row, null
  %same = icmp eq ptr %old, %row
  %over = or i1 %nothing, %same
  br i1 %over, label %done, label %look
look:
  %empty = icmp eq ptr %old, null
  br i1 %empty, label %take, label %both
take:
  call void @set_row(ptr %ctx, ptr %field, ptr %row)
  br label %done
both:
  %references = load i64, ptr %old
  %alone = icmp eq i64 %references, 1
  br i1 %alone, label %here, label %fresh
here:
  call void @join_rows(ptr %ctx, ptr %old, ptr %old, ptr %row)
  br label %done
fresh:
  %new = call ptr @new_row(ptr %ctx)
  call void @join_rows(ptr %ctx, ptr %new, ptr %old, ptr %row)
  call void @set_row(ptr %ctx, ptr %field, ptr %new)
  br label %done
done:
  ret void
}

define internal void @own_row(ptr %ctx, ptr %field) {
entry:
  %old = load ptr, ptr %field
  %empty = icmp eq ptr %old, null
  br i1 %empty, label %zero, label %count
count:
  %references = load i64, ptr %old
  %alone = icmp eq i64 %references, 1
  br i1 %alone, label %done, label %copy
zero:
  %new_1 = call ptr @new_row(ptr %ctx)
  %width_at = getelementptr i8, ptr %ctx, i64 <width>
  %width = load i64, ptr %width_at
  %bytes = shl i64 %width, 2
  %first = getelementptr i8, ptr %new_1, i64 <ROW_HEAD>
  call void @llvm.memset.p0.i64(ptr %first, i8 0, i64 %bytes, i1 false)
  call void @set_row(ptr %ctx, ptr %field, ptr %new_1)
  br label %done
copy:
  %new_2 = call ptr @new_row(ptr %ctx)
  call void @join_rows(ptr %ctx, ptr %new_2, ptr %old, ptr %old)
  call void @set_row(ptr %ctx, ptr %field, ptr %new_2)
  br label %done
done:
  ret void
}

define internal i64 @next_moment(ptr %ctx) {
  %epoch_at = getelementptr i8, ptr %ctx, i64 <epoch>
  %old = load i64, ptr %epoch_at
  %now = add i64 %old, <EPOCH>
  store i64 %now, ptr %epoch_at
  %short = lshr i64 %now, 32
  ret i64 %short
}

define internal void @mark_row(ptr %ctx, ptr %row, ptr %frame, i64 %now) {
  %stride_at = getelementptr i8, ptr %ctx, i64 <stride>
  %stride = load i64, ptr %stride_at
  %block_at = getelementptr i8, ptr %ctx, i64 <block>
  %block = load i64, ptr %block_at
  %linear_at = getelementptr i8, ptr %frame, i64 <frame.linear>
  %linear = load i64, ptr %linear_at
  %first = mul i64 %stride, %block
  %cell = add i64 %first, %linear
  %start = getelementptr i8, ptr %row, i64 <ROW_HEAD>
  %cell_at = getelementptr i32, ptr %start, i64 %cell
  %short = trunc i64 %now to i32
  store i32 %short, ptr %cell_at
  ret void
}

define internal void @complete_row(ptr %ctx, ptr %field, ptr %frame) {
entry:
  call void @own_row(ptr %ctx, ptr %field)
  %row = load ptr, ptr %field
  %now = call i64 @next_moment(ptr %ctx)
  call void @mark_row(ptr %ctx, ptr %row, ptr %frame, i64 %now)
  %stride_at = getelementptr i8, ptr %ctx, i64 <stride>
  %stride = load i64, ptr %stride_at
  %grid = icmp ne i64 %stride, 0
  br i1 %grid, label %begin, label %done
begin:
  %block_at = getelementptr i8, ptr %ctx, i64 <block>
  %block = load i64, ptr %block_at
  %interval_at = getelementptr i8, ptr %ctx, i64 <interval>
  %interval = load i64, ptr %interval_at
  %passed_1 = lshr i64 %interval, 32
  %passed = trunc i64 %passed_1 to i32
  %offset = mul i64 %block, %stride
  %start = getelementptr i8, ptr %row, i64 <ROW_HEAD>
  %segment = getelementptr i32, ptr %start, i64 %offset
  br label %cell
cell:
  %n = phi i64 [ 0, %begin ], [ %next, %cell ]
  %at = getelementptr i32, ptr %segment, i64 %n
  %old = load i32, ptr %at
  %less = icmp ult i32 %old, %passed
  %new = select i1 %less, i32 %passed, i32 %old
  store i32 %new, ptr %at
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, %stride
  br i1 %more, label %cell, label %done
done:
  ret void
}

define internal void @fence(ptr %ctx, ptr %frame) {
  %known = getelementptr i8, ptr %frame, i64 <frame.known>
  %fenced = getelementptr i8, ptr %frame, i64 <frame.fenced>
  %pending = getelementptr i8, ptr %frame, i64 <frame.pending>
  %seen = load ptr, ptr %pending
  call void @absorb(ptr %ctx, ptr %known, ptr %seen)
  call void @set_row(ptr %ctx, ptr %pending, ptr null)
  %all = load ptr, ptr %known
  call void @set_row(ptr %ctx, ptr %fenced, ptr %all)
  call void @complete_row(ptr %ctx, ptr %fenced, ptr %frame)
  ret void
}

define internal void @observe(ptr %ctx, ptr %frame, i1 %acquire) {
  %flag_at = getelementptr i8, ptr %ctx, i64 <flag>
  %flag = load ptr, ptr %flag_at
  %told = load ptr, ptr %flag
  %known = getelementptr i8, ptr %frame, i64 <frame.known>
  %pending = getelementptr i8, ptr %frame, i64 <frame.pending>
  %field = select i1 %acquire, ptr %known, ptr %pending
  call void @absorb(ptr %ctx, ptr %field, ptr %told)
  ret void
}

define internal void @publish(ptr %ctx, ptr %frame, i1 %release, i1 %keeps) {
entry:
  %flag_at = getelementptr i8, ptr %ctx, i64 <flag>
  %flag = load ptr, ptr %flag_at
  br i1 %keeps, label %look, label %clear
clear:
  call void @set_row(ptr %ctx, ptr %flag, ptr null)
  br label %look
look:
  %fenced = getelementptr i8, ptr %frame, i64 <frame.fenced>
  br i1 %release, label %all, label %some
some:
  %visible = load ptr, ptr %fenced
  call void @absorb(ptr %ctx, ptr %flag, ptr %visible)
  ret void
all:
  %gathered_at = getelementptr i8, ptr %ctx, i64 <gathered>
  %gathered = load ptr, ptr %gathered_at
  %known_at = getelementptr i8, ptr %frame, i64 <frame.known>
  %known = load ptr, ptr %known_at
  call void @set_row(ptr %ctx, ptr %gathered, ptr %known)
  call void @complete_row(ptr %ctx, ptr %gathered, ptr %frame)
  %visible_too = load ptr, ptr %fenced
  call void @absorb(ptr %ctx, ptr %gathered, ptr %visible_too)
  %told = load ptr, ptr %gathered
  call void @absorb(ptr %ctx, ptr %flag, ptr %told)
  call void @set_row(ptr %ctx, ptr %gathered, ptr null)
  ret void
}
"""
