"""Who touched a granule and may still be in conflict with somebody: a list for each granule, as IR.

A node is an access: its stamp, its block and class, the next node. `meet` walks the list: an access that conflicts
with the present one and did not happen before it is a race; one that happened before and that the present one stands
for (all that would conflict with it later conflicts with the present one as well) leaves the list. Lists stay short:
between two barriers they hold the readers of a granule, after the next write only that.

Plain reads stand behind all that they conflict with. So a reader, who has no quarrel with other readers, stops at the
first of them: else each of the 32 readers of a tile's cell would meet all those before it.
"""

NODE_BYTES = 32
# Set in a race's extra word where only a fence is missing: a flag had told of the other access.
UNFENCED = 16
# Set where the other access is by a copy that its thread has not waited for.
UNWAITED = 32
# From the first length on, of the accesses of one class by one warp the last one stands for all; from the second on,
# only writes are taken in.
LONG, MOST = 320, 640
# Accesses between which a list is not looked through while nobody in it is in conflict; how many who race for one word
# are remembered.
WALK_AT, CROWD = 16, 64

HISTORIES = """
define internal void @poll(
    ptr %ctx, ptr %frame, ptr %head, ptr %sync, ptr %write, i64 %stamp, i64 %class, i64 %conflicts, i64 %covers,
    i64 %row, i64 %offset, i64 %object, i64 %space) noinline {
entry:
  %polled = word ptr <frame.polled> of %frame
  %old_stamp = word i64 <frame.polled_stamp> of %frame
  %old_write = word i64 <frame.polled_write> of %frame
  %last_write = load i64, ptr %write
  %same = icmp eq ptr %polled, %head
  %differs = xor i64 %old_stamp, %stamp
  %recent = icmp ule i64 %differs, 65535
  %unwritten = icmp eq i64 %old_write, %last_write
  %again_1 = and i1 %same, %recent
  %again = and i1 %again_1, %unwritten
  br i1 %again, label %done, label %anew
anew:
  store ptr %head, ptr %polled_at
  store i64 %stamp, ptr %old_stamp_at
  store i64 %last_write, ptr %old_write_at
  call void @meet(ptr %ctx, ptr %frame, ptr %head, ptr %sync, i64 %stamp, i64 %class, i64 %conflicts, i64 %covers,
    i64 %row, i64 %offset, i64 %object, i64 %space)
  br label %done
done:
  ret void
}

define internal void @meet(
    ptr %ctx, ptr %frame, ptr %head, ptr %sync, i64 %stamp, i64 %class, i64 %conflicts, i64 %covers,
    i64 %row, i64 %offset, i64 %object, i64 %space) noinline {
entry:
  %block = word i64 <block> of %ctx
  %upper = shl i64 %block, 8
  %who = or i64 %upper, %class
  %books = word ptr <books> of %ctx
  %pool = word ptr <nodes> of %ctx
  %first = load i64, ptr %head
  %first_node = getelementptr i8, ptr %pool, i64 %first
  %first_stamp = load i64, ptr %first_node
  %first_who = word i64 8 of %first_node
  %differs = xor i64 %first_stamp, %stamp
  %recent = icmp ule i64 %differs, 65535
  %alike = icmp eq i64 %first_who, %who
  %async_1 = and i64 %class, 16
  %at_once = icmp eq i64 %async_1, 0
  %repeated_1 = and i1 %recent, %alike
  %repeated = and i1 %repeated_1, %at_once
  br i1 %repeated, label %done, label %begin
begin:
  %own_1 = lshr i64 %stamp, 16
  %own = and i64 %own_1, 65535
  %own_warp = lshr i64 %own, 5
  %interval_1 = word i64 <interval> of %ctx
  %interval = lshr i64 %interval_1, 32
  %stride = word i64 <stride> of %ctx
  %grid = icmp ne i64 %stride, 0
  %foreign_1 = word i64 <foreign> of %ctx
  %blind = word i64 <book.blind> of %books
  %sees = icmp eq i64 %blind, 0
  %near_limit = select i1 %sees, i64 %interval, i64 4294967296
  %foreign = select i1 %sees, i64 %foreign_1, i64 4294967296
  %known = word ptr <frame.known> of %frame
  %has_row = icmp ne ptr %known, null
  %cells = getelementptr i8, ptr %known, i64 <ROW_HEAD>
  %free_at = getelementptr i8, ptr %books, i64 <book.node_free>
  %kind = and i64 %class, 15
  %tally = word i64 8 of %head
  %present = and i64 %tally, 15
  %length_1 = lshr i64 %tally, 8
  %length = and i64 %length_1, 16777215
  %walk_at = lshr i64 %tally, 32
  %hostiles = and i64 %present, %conflicts
  %calm = icmp eq i64 %hostiles, 0
  %short = icmp ult i64 %length, %walk_at
  %reader = icmp eq i64 %class, <READ>
  %longer = add i64 %tally, 256
  %one_more = or i64 %longer, %kind
  %needless = and i1 %calm, %short
  %push_now = and i1 %needless, %at_once
  br i1 %push_now, label %push, label %walk
push:
  ; Nobody there to conflict with: no need to look at them one by one.
  store i64 %one_more, ptr %tally_at
  %crowd = icmp ugt i64 %length, <MOST>
  br i1 %crowd, label %done, label %fresh
walk:
  %classes = phi i64 [ 0, %begin ], [ %classes_new, %step ]
  %raced = phi i1 [ false, %begin ], [ %raced_new, %step ]
  %n = phi i64 [ %first, %begin ], [ %next, %step ]
  %link = phi ptr [ %head, %begin ], [ %link_new, %step ]
  %count = phi i64 [ 0, %begin ], [ %count_new, %step ]
  %mate = phi ptr [ null, %begin ], [ %mate_new, %step ]
  %readers = phi ptr [ null, %begin ], [ %readers_new, %step ]
  %end = icmp eq i64 %n, 0
  br i1 %end, label %add, label %meet_next
meet_next:
  %node = getelementptr i8, ptr %pool, i64 %n
  %other = load i64, ptr %node
  %their_who = word i64 8 of %node
  %their_kind = and i64 %their_who, 31
  %they_read = icmp eq i64 %their_kind, <READ>
  %none_yet = icmp eq ptr %readers, null
  %first_reader = and i1 %they_read, %none_yet
  %readers_here = select i1 %first_reader, ptr %link, ptr %readers
  %both_read = and i1 %first_reader, %reader
  %friendly = and i1 %both_read, %short
  br i1 %friendly, label %beside, label %look
beside:
  %since = xor i64 %other, %stamp
  %just_now = icmp ule i64 %since, 65535
  %like_me = icmp eq i64 %their_who, %who
  %there = and i1 %just_now, %like_me
  br i1 %there, label %done, label %join
join:
  store i64 %one_more, ptr %tally_at
  br label %fresh
look:
  %next = word i64 16 of %node
  %their_class = and i64 %their_who, 15
  %their_block = lshr i64 %their_who, 8
  %their_1 = lshr i64 %other, 16
  %their = and i64 %their_1, 65535
  %near = icmp eq i64 %their_block, %block
  %same_number = icmp eq i64 %their, %own
  %same_thread = and i1 %near, %same_number
  %issued = lshr i64 %other, 32
  %copied_1 = and i64 %their_who, 16
  %copied_2 = icmp ne i64 %copied_1, 0
  %copied = and i1 %copied_2, %near
  br i1 %copied, label %copy, label %known_time
copy:
  %done_when = call i64 @copy_time(ptr %ctx, ptr %node, i64 %their, i64 %issued)
  br label %known_time
known_time:
  %epoch = phi i64 [ %issued, %look ], [ %done_when, %copy ]
  %pending = icmp eq i64 %epoch, 4294967295
  %waited = xor i1 %pending, true
  %same = and i1 %same_thread, %waited
  %comparable = or i1 %near, %grid
  %readable = and i1 %comparable, %has_row
  br i1 %readable, label %read, label %judge
read:
  %their_first = mul i64 %their_block, %stride
  %cell = add i64 %their_first, %their
  %cell_at = getelementptr i32, ptr %cells, i64 %cell
  %told_1 = load i32, ptr %cell_at
  %told_2 = zext i32 %told_1 to i64
  br label %judge
judge:
  %told = phi i64 [ 0, %known_time ], [ %told_2, %read ]
  %passed = select i1 %near, i64 %near_limit, i64 %foreign
  %later = icmp ugt i64 %told, %passed
  %limit = select i1 %later, i64 %told, i64 %passed
  %before_1 = icmp ult i64 %epoch, %limit
  %before = and i1 %before_1, %waited
  %ordered = or i1 %before, %same
  %meets = and i64 %their_class, %conflicts
  %hostile = icmp ne i64 %meets, 0
  %covered_1 = and i64 %their_class, %covers
  %covered = icmp ne i64 %covered_1, 0
  %settled = or i1 %ordered, %hostile
  %drops = and i1 %covered, %settled
  %unordered = xor i1 %ordered, true
  %races = and i1 %hostile, %unordered
  br i1 %races, label %tell, label %told_all, !prof !0
tell:
  %their_number = add i64 %their_block, 1
  %elsewhere = shl i64 %their_number, 16
  %extra_1 = or i64 %their_class, %space
  %extra_2 = or i64 %extra_1, %elsewhere
  %unfenced = call i64 @seen_unfenced(ptr %ctx, ptr %frame, i64 %their_block, i64 %their, i64 %epoch)
  ; A wait alone is missing only where the copy was begun before.
  %begun_1 = icmp ult i64 %issued, %limit
  %begun = or i1 %begun_1, %same_thread
  %only_wait = and i1 %pending, %begun
  %unwaited = select i1 %only_wait, i64 <UNWAITED>, i64 0
  %extra_3 = or i64 %extra_2, %unfenced
  %extra = or i64 %extra_3, %unwaited
  call void @report_if(i1 true, ptr %ctx, ptr %frame, i64 %row, i64 %offset, i64 %object, i64 %other, i64 %extra)
  br label %told_all
told_all:
  br i1 %drops, label %drop, label %keep
drop:
  store i64 %next, ptr %link
  %free = load i64, ptr %free_at
  store i64 %free, ptr %next_at
  store i64 %n, ptr %free_at
  br label %step
keep:
  %count_more = add i64 %count, 1
  %classes_more = or i64 %classes, %their_class
  %same_who = icmp eq i64 %their_who, %who
  %their_warp = lshr i64 %their, 5
  %same_warp = icmp eq i64 %their_warp, %own_warp
  %mate_1 = and i1 %same_who, %same_warp
  %is_mate = and i1 %mate_1, %at_once
  %mate_kept = select i1 %is_mate, ptr %node, ptr %mate
  br label %step
step:
  %link_new = phi ptr [ %link, %drop ], [ %next_at, %keep ]
  %count_new = phi i64 [ %count, %drop ], [ %count_more, %keep ]
  %classes_new = phi i64 [ %classes, %drop ], [ %classes_more, %keep ]
  %mate_new = phi ptr [ %mate, %drop ], [ %mate_kept, %keep ]
  %readers_new = phi ptr [ %readers_here, %drop ], [ %readers_here, %keep ]
  %raced_new = or i1 %raced, %races
  br label %walk
add:
  ; Many who race for one word: one of them will do from now on.
  %crowded = icmp ugt i64 %count, <CROWD>
  %forgets = and i1 %crowded, %raced
  br i1 %forgets, label %empty, label %keep_all
empty:
  call void @free_list(ptr %pool, ptr %free_at, ptr %head)
  %alone_1 = shl i64 <WALK_AT>, 32
  %alone_2 = or i64 %alone_1, 256
  %alone = or i64 %alone_2, %kind
  store i64 %alone, ptr %tally_at
  br label %fresh
keep_all:
  %twice = shl i64 %count, 1
  %next_walk = add i64 %twice, <WALK_AT>
  %tally_1 = shl i64 %next_walk, 32
  %count_own = add i64 %count, 1
  %tally_2 = shl i64 %count_own, 8
  %tally_3 = or i64 %tally_1, %tally_2
  %tally_4 = or i64 %tally_3, %classes
  %tally_new = or i64 %tally_4, %kind
  store i64 %tally_new, ptr %tally_at
  %long = icmp ugt i64 %count, <LONG>
  %has_mate = icmp ne ptr %mate, null
  %replaces = and i1 %long, %has_mate
  br i1 %replaces, label %replace, label %room
room:
  %many = icmp ugt i64 %count, <MOST>
  %reads_1 = and i64 %class, 15
  %reads = icmp ne i64 %reads_1, 1
  %full = and i1 %many, %reads
  %no_readers = icmp eq ptr %readers, null
  %before_readers = select i1 %no_readers, ptr %link, ptr %readers
  %spot = select i1 %reader, ptr %before_readers, ptr %head
  br i1 %full, label %done, label %fresh
replace:
  store i64 %stamp, ptr %mate
  br label %told_flags
fresh:
  %insertion = phi ptr [ %head, %push ], [ %head, %empty ], [ %link, %join ], [ %spot, %room ]
  %spare = load i64, ptr %free_at
  %none = icmp eq i64 %spare, 0
  br i1 %none, label %bump, label %again
again:
  %spare_node = getelementptr i8, ptr %pool, i64 %spare
  %spare_next = word i64 16 of %spare_node
  store i64 %spare_next, ptr %free_at
  br label %fill
bump:
  %used = word i64 <book.node_used> of %books
  %most = word i64 <book.node_limit> of %books
  %used_next = add i64 %used, <NODE_BYTES>
  %fits = icmp ule i64 %used_next, %most
  br i1 %fits, label %take, label %told_flags
take:
  store i64 %used_next, ptr %used_at
  br label %fill
fill:
  %new = phi i64 [ %spare, %again ], [ %used, %take ]
  %new_node = getelementptr i8, ptr %pool, i64 %new
  store i64 %stamp, ptr %new_node
  %new_who_at = getelementptr i8, ptr %new_node, i64 8
  store i64 %who, ptr %new_who_at
  %old_next = load i64, ptr %insertion
  %new_next_at = getelementptr i8, ptr %new_node, i64 16
  store i64 %old_next, ptr %new_next_at
  store i64 %new, ptr %insertion
  br i1 %at_once, label %told_flags, label %number
number:
  %copies = call ptr @copies_of(ptr %ctx, i64 %own)
  %group = load i64, ptr %copies
  %group_at = getelementptr i8, ptr %new_node, i64 24
  store i64 %group, ptr %group_at
  br label %told_flags
told_flags:
  ; A plain write ends what a flag at this place has told.
  %plain = icmp eq i64 %kind, 1
  br i1 %plain, label %unsay, label %done
unsay:
  %flag = load ptr, ptr %sync
  %silent = icmp eq ptr %flag, null
  br i1 %silent, label %done, label %clear
clear:
  call void @set_row(ptr %ctx, ptr %sync, ptr null)
  br label %done
done:
  ret void
}

define internal void @free_list(ptr %pool, ptr %free_at, ptr %head) {
entry:
  %first = load i64, ptr %head
  br label %walk
walk:
  %n = phi i64 [ %first, %entry ], [ %next, %walk ]
  %node = getelementptr i8, ptr %pool, i64 %n
  %next = word i64 16 of %node
  %is_last = icmp eq i64 %next, 0
  br i1 %is_last, label %splice, label %walk
splice:
  %free = load i64, ptr %free_at
  store i64 %free, ptr %next_at
  store i64 %first, ptr %free_at
  store i64 0, ptr %head
  ret void
}

define internal void @forget_shared(ptr %ctx) {
entry:
  %shadow = word ptr <shared_shadow> of %ctx
  %bytes = word i64 <shared_bytes> of %ctx
  %pool = word ptr <nodes> of %ctx
  %books = word ptr <books> of %ctx
  %free_at = getelementptr i8, ptr %books, i64 <book.node_free>
  br label %granule
granule:
  %g = phi i64 [ 0, %entry ], [ %g_next, %flags ]
  %byte = mul i64 %g, <GRANULE>
  %more = icmp ult i64 %byte, %bytes
  br i1 %more, label %record, label %done
record:
  %place = getelementptr [<STRIDE> x i8], ptr %shadow, i64 %g
  %head = getelementptr i8, ptr %place, i64 <HEAD>
  %first = load i64, ptr %head
  %empty = icmp eq i64 %first, 0
  br i1 %empty, label %flags, label %forget
forget:
  call void @free_list(ptr %pool, ptr %free_at, ptr %head)
  %tally_at = getelementptr i8, ptr %head, i64 8
  store i64 0, ptr %tally_at
  br label %flags
flags:
  %sync = getelementptr i8, ptr %place, i64 <SYNC>
  call void @set_row(ptr %ctx, ptr %sync, ptr null)
  %g_next = add i64 %g, 1
  br label %granule
done:
  ret void
}
"""
