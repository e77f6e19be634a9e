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
  %books = word ptr <books> of %ctx
  %pool = word ptr <rows> of %ctx
  %size = word i64 <row_bytes> of %ctx
  %free = word i64 <book.row_free> of %books
  %none = icmp eq i64 %free, 0
  br i1 %none, label %bump, label %again
again:
  %row_1 = getelementptr i8, ptr %pool, i64 %free
  %next = word i64 8 of %row_1
  store i64 %next, ptr %free_at
  br label %give
bump:
  %used = word i64 <book.row_used> of %books
  %limit = word i64 <book.row_limit> of %books
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
  %books = word ptr <books> of %ctx
  %pool = word i64 <rows> of %ctx
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
  %width = word i64 <width> of %ctx
  %to_first = getelementptr i8, ptr %to, i64 <ROW_HEAD>
  %one_first = getelementptr i8, ptr %one, i64 <ROW_HEAD>
  %other_first = getelementptr i8, ptr %other, i64 <ROW_HEAD>
  br label %cell
cell:
  %n = phi i64 [ 0, %entry ], [ %n_next, %cell ]
  %a_at = getelementptr i32, ptr %one_first, i64 %n
  %b_at = getelementptr i32, ptr %other_first, i64 %n
  %to_at = getelementptr i32, ptr %to_first, i64 %n
  %a = load <8 x i32>, ptr %a_at, align 8
  %b = load <8 x i32>, ptr %b_at, align 8
  %larger = icmp ugt <8 x i32> %a, %b
  %most = select <8 x i1> %larger, <8 x i32> %a, <8 x i32> %b
  store <8 x i32> %most, ptr %to_at, align 8
  step %n by 8 below %width, label %cell, label %done
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
  %width = word i64 <width> of %ctx
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
  %epoch = word i64 <epoch> of %ctx
  %now = add i64 %epoch, <EPOCH>
  store i64 %now, ptr %epoch_at
  %short = lshr i64 %now, 32
  ret i64 %short
}

define internal void @mark_row(ptr %ctx, ptr %row, ptr %frame, i64 %now) {
  %stride = word i64 <stride> of %ctx
  %block = word i64 <block> of %ctx
  %linear = word i64 <frame.linear> of %frame
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
  %stride = word i64 <stride> of %ctx
  %grid = icmp ne i64 %stride, 0
  br i1 %grid, label %begin, label %done
begin:
  %block = word i64 <block> of %ctx
  %interval = word i64 <interval> of %ctx
  %passed_1 = lshr i64 %interval, 32
  %passed = trunc i64 %passed_1 to i32
  %offset = mul i64 %block, %stride
  %start = getelementptr i8, ptr %row, i64 <ROW_HEAD>
  %segment = getelementptr i32, ptr %start, i64 %offset
  br label %cell
cell:
  %n = phi i64 [ 0, %begin ], [ %n_next, %cell ]
  %at = getelementptr i32, ptr %segment, i64 %n
  %old = load i32, ptr %at
  %less = icmp ult i32 %old, %passed
  %new = select i1 %less, i32 %passed, i32 %old
  store i32 %new, ptr %at
  step %n below %stride, label %cell, label %done
done:
  ret void
}

define internal void @fence(ptr %ctx, ptr %frame) {
  %known = getelementptr i8, ptr %frame, i64 <frame.known>
  %fenced = getelementptr i8, ptr %frame, i64 <frame.fenced>
  %pending = word ptr <frame.pending> of %frame
  call void @absorb(ptr %ctx, ptr %known, ptr %pending)
  call void @set_row(ptr %ctx, ptr %pending_at, ptr null)
  %all = load ptr, ptr %known
  call void @set_row(ptr %ctx, ptr %fenced, ptr %all)
  call void @complete_row(ptr %ctx, ptr %fenced, ptr %frame)
  ret void
}

define internal void @observe(ptr %ctx, ptr %frame, i1 %acquire) {
  %flag = word ptr <flag> of %ctx
  %told = load ptr, ptr %flag
  %known = getelementptr i8, ptr %frame, i64 <frame.known>
  %pending = getelementptr i8, ptr %frame, i64 <frame.pending>
  %field = select i1 %acquire, ptr %known, ptr %pending
  call void @absorb(ptr %ctx, ptr %field, ptr %told)
  ret void
}

define internal void @publish(ptr %ctx, ptr %frame, i1 %release, i1 %keeps) {
entry:
  %flag = word ptr <flag> of %ctx
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
  %gathered = word ptr <gathered> of %ctx
  %known = word ptr <frame.known> of %frame
  call void @set_row(ptr %ctx, ptr %gathered, ptr %known)
  call void @complete_row(ptr %ctx, ptr %gathered, ptr %frame)
  %visible_too = load ptr, ptr %fenced
  call void @absorb(ptr %ctx, ptr %gathered, ptr %visible_too)
  %told = load ptr, ptr %gathered
  call void @absorb(ptr %ctx, ptr %flag, ptr %told)
  call void @set_row(ptr %ctx, ptr %gathered, ptr null)
  ret void
}

define internal i64 @seen_unfenced(ptr %ctx, ptr %frame, i64 %their_block, i64 %their, i64 %epoch) cold {
entry:
  %pending = word ptr <frame.pending> of %frame
  %block = word i64 <block> of %ctx
  %stride = word i64 <stride> of %ctx
  %grid = icmp ne i64 %stride, 0
  %near = icmp eq i64 %block, %their_block
  %comparable = or i1 %grid, %near
  %some = icmp ne ptr %pending, null
  %readable = and i1 %comparable, %some
  br i1 %readable, label %read, label %no
read:
  %first = mul i64 %their_block, %stride
  %cell = add i64 %first, %their
  %cells = getelementptr i8, ptr %pending, i64 <ROW_HEAD>
  %at = getelementptr i32, ptr %cells, i64 %cell
  %told_1 = load i32, ptr %at
  %told = zext i32 %told_1 to i64
  %before = icmp ult i64 %epoch, %told
  %answer = select i1 %before, i64 <UNFENCED>, i64 0
  ret i64 %answer
no:
  ret i64 0
}
"""
