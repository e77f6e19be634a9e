"""Accesses of a row, and the sentinels that watch them.

Shared memory: every 4-byte word has the number of the barrier interval in which it was last written and last read. A
read of a word written in this interval, or not yet in this block, and a write to one touched in it, are odd.
Global memory: every word has a flag for read and for written. A read of a written word and a write to a touched one are
odd, whoever did it: that ends the fast way for the whole launch (`GIVE_UP`), anything else only for the block.
"""

from __future__ import annotations

from grader.emulator.isa.builder import Builder
from grader.emulator.native import records

BAIL, GIVE_UP = records.ABORT, records.ABORT + 2
READ, WRITTEN = 1, 2
UNDO_ROW = 16 + 64
MOST_UNDO = 4096


def shared_functions(width: int, watch: bool) -> str:
    """`row_shared`: one lane's access to shared memory, for rows whose addresses are not evenly spaced."""
    quick = (
        ""
        if not watch
        else """
  %word = lshr i64 %place, 2
  %wrote_at = getelementptr i32, ptr %wrote, i64 %word
  %read_at = getelementptr i32, ptr %read, i64 %word
  %w = load i32, ptr %wrote_at
  %r = load i32, ptr %read_at
  %store_odd_w = icmp uge i32 %w, %now
  %store_odd_r = icmp uge i32 %r, %now
  %store_odd = or i1 %store_odd_w, %store_odd_r
  %since = sub i32 %w, %begin
  %span = sub i32 %now, %begin
  %load_odd = icmp uge i32 %since, %span
  %odd = select i1 %storing, i1 %store_odd, i1 %load_odd
  %new_w = select i1 %storing, i32 %now, i32 %w
  %new_r = select i1 %storing, i32 %r, i32 %now
  store i32 %new_w, ptr %wrote_at
  store i32 %new_r, ptr %read_at
  br i1 %odd, label %bad, label %move"""
    )
    watching = quick or "\n  br label %move"
    return f"""
define internal i1 @row_shared(
    ptr %shared, ptr %wrote, ptr %read, i32 %now, i32 %begin, ptr %offsets, i64 %start, i64 %length, i64 %mask,
    i1 %storing, ptr %data) noinline {{
entry:
  br label %lane
lane:
  %n = phi i64 [ 0, %entry ], [ %next, %done ]
  %bit = lshr i64 %mask, %n
  %low = and i64 %bit, 1
  %on = icmp ne i64 %low, 0
  br i1 %on, label %look, label %done
look:
  %offset_at = getelementptr i64, ptr %offsets, i64 %n
  %offset = load i64, ptr %offset_at
  %room = sub i64 %length, %offset
  %room4 = sub i64 %room, 4
  %both = or i64 %room4, %offset
  %inside = icmp sge i64 %both, 0
  %place = add i64 %start, %offset
  %tail = and i64 %place, 3
  %aligned = icmp eq i64 %tail, 0
  %ok = and i1 %inside, %aligned
  br i1 %ok, label %watch, label %bad
watch:{watching}
move:
  %host = getelementptr i8, ptr %shared, i64 %place
  %cell = getelementptr i32, ptr %data, i64 %n
  br i1 %storing, label %store, label %load
store:
  %out = load i32, ptr %cell
  store i32 %out, ptr %host
  br label %done
load:
  %in = load i32, ptr %host
  store i32 %in, ptr %cell
  br label %done
done:
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, {width}
  br i1 %more, label %lane, label %good
good:
  ret i1 false
bad:
  ret i1 true
}}
"""


def global_functions(width: int) -> str:
    """`row_global`: lanes' accesses to global memory at any addresses, under a mask, with undo for stores.

    Gives 0 when all went well, 1 to leave the block to the careful way, 2 to leave the launch to it.
    """
    return f"""
define internal i32 @row_global(
    ptr %ctx, ptr %buffers, ptr %addresses, i64 %mask, i1 %storing, ptr %data) noinline {{
entry:
  br label %lane
lane:
  %n = phi i64 [ 0, %entry ], [ %next, %done ]
  %bit = lshr i64 %mask, %n
  %low = and i64 %bit, 1
  %on = icmp ne i64 %low, 0
  br i1 %on, label %look, label %done
look:
  %address_at = getelementptr i64, ptr %addresses, i64 %n
  %address = load i64, ptr %address_at
  %number = lshr i64 %address, {records.ID_SHIFT}
  %known = icmp ult i64 %number, {records.MOST_BUFFERS}
  %id = select i1 %known, i64 %number, i64 0
  %row = getelementptr [{records.BUFFER_BYTES} x i8], ptr %buffers, i64 %id
  %cut = and i64 %address, {records.OFFSET_MASK}
  %offset = sub i64 %cut, {records.BIAS}
  %length_at = getelementptr i8, ptr %row, i64 8
  %length = load i64, ptr %length_at
  %room = sub i64 %length, %offset
  %room4 = sub i64 %room, 4
  %both = or i64 %room4, %offset
  %inside = icmp sge i64 %both, 0
  %tail = and i64 %offset, 3
  %aligned = icmp eq i64 %tail, 0
  %ok = and i1 %inside, %aligned
  br i1 %ok, label %flags, label %bad
flags:
  %flags_at = getelementptr i8, ptr %row, i64 16
  %flags_base = load ptr, ptr %flags_at
  %word = lshr i64 %offset, 2
  %flag_at = getelementptr i8, ptr %flags_base, i64 %word
  %flag = load i8, ptr %flag_at
  %wanted = select i1 %storing, i8 {READ | WRITTEN}, i8 {WRITTEN}
  %hit = and i8 %flag, %wanted
  %odd = icmp ne i8 %hit, 0
  br i1 %odd, label %end, label %fresh
fresh:
  %fresh_at = getelementptr i8, ptr %row, i64 24
  %is_fresh = load i64, ptr %fresh_at
  %unset = icmp ne i64 %is_fresh, 0
  %loading = xor i1 %storing, true
  %unset_load = and i1 %unset, %loading
  br i1 %unset_load, label %bad, label %move
move:
  %mark = select i1 %storing, i8 {WRITTEN}, i8 {READ}
  %new_flag = or i8 %flag, %mark
  store i8 %new_flag, ptr %flag_at
  %base = load ptr, ptr %row
  %host = getelementptr i8, ptr %base, i64 %offset
  %cell = getelementptr i32, ptr %data, i64 %n
  br i1 %storing, label %store, label %load
store:
  %full = call i1 @row_remember(ptr %ctx, ptr %host, i64 4)
  br i1 %full, label %bad, label %put
put:
  %out = load i32, ptr %cell
  store i32 %out, ptr %host
  br label %done
load:
  %in = load i32, ptr %host
  store i32 %in, ptr %cell
  br label %done
done:
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, {width}
  br i1 %more, label %lane, label %good
good:
  ret i32 0
bad:
  ret i32 1
end:
  ret i32 2
}}

define internal i1 @row_remember(ptr %ctx, ptr %host, i64 %bytes) {{
entry:
  %used_at = getelementptr i8, ptr %ctx, i64 {records.CONTEXT["undo_used"]}
  %used = load i64, ptr %used_at
  %full = icmp uge i64 %used, {MOST_UNDO}
  br i1 %full, label %lost, label %keep
keep:
  %log_at = getelementptr i8, ptr %ctx, i64 {records.CONTEXT["undo"]}
  %log = load ptr, ptr %log_at
  %row = getelementptr [{UNDO_ROW} x i8], ptr %log, i64 %used
  store ptr %host, ptr %row
  %bytes_at = getelementptr i8, ptr %row, i64 8
  store i64 %bytes, ptr %bytes_at
  %data = getelementptr i8, ptr %row, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %host, i64 %bytes, i1 false)
  %next = add i64 %used, 1
  store i64 %next, ptr %used_at
  br label %lost
lost:
  ret i1 %full
}}
"""


def even_function(width: int) -> str:
    """`row_global_even`: lanes next to each other, the usual case, moved and watched as one vector."""
    flags = f"<{width} x i8>"
    words = f"<{width} x i32>"
    full = (1 << width) - 1

    def splat(value: int) -> str:
        return "<" + ", ".join([f"i8 {value}"] * width) + ">"

    lanes = ", ".join(f"i64 {4 * n}" for n in range(width))
    return f"""
define internal i32 @row_global_even(
    ptr %ctx, ptr %buffers, i64 %address, i64 %mask, i1 %storing, ptr %data) noinline {{
entry:
  %addresses = alloca <{width} x i64>, align 64
  %number = lshr i64 %address, {records.ID_SHIFT}
  %known = icmp ult i64 %number, {records.MOST_BUFFERS}
  %id = select i1 %known, i64 %number, i64 0
  %row = getelementptr [{records.BUFFER_BYTES} x i8], ptr %buffers, i64 %id
  %cut = and i64 %address, {records.OFFSET_MASK}
  %offset = sub i64 %cut, {records.BIAS}
  %length_at = getelementptr i8, ptr %row, i64 8
  %length = load i64, ptr %length_at
  %room = sub i64 %length, %offset
  %room_all = sub i64 %room, {4 * width}
  %both = or i64 %room_all, %offset
  %inside = icmp sge i64 %both, 0
  %tail = and i64 %offset, 3
  %aligned = icmp eq i64 %tail, 0
  %whole = icmp eq i64 %mask, {full}
  %ok1 = and i1 %inside, %aligned
  %ok = and i1 %ok1, %whole
  br i1 %ok, label %flags, label %apart, !prof !1
flags:
  %flags_at = getelementptr i8, ptr %row, i64 16
  %flags_base = load ptr, ptr %flags_at
  %word = lshr i64 %offset, 2
  %flag_at = getelementptr i8, ptr %flags_base, i64 %word
  %flag = load {flags}, ptr %flag_at, align 1
  %base = load ptr, ptr %row
  %host = getelementptr i8, ptr %base, i64 %offset
  br i1 %storing, label %storing_check, label %loading_check
storing_check:
  %none = bitcast {flags} %flag to i{8 * width}
  %clean = icmp eq i{8 * width} %none, 0
  br i1 %clean, label %store, label %end, !prof !1
store:
  %full = call i1 @row_remember(ptr %ctx, ptr %host, i64 {4 * width})
  br i1 %full, label %bad, label %put
put:
  store {flags} {splat(WRITTEN)}, ptr %flag_at, align 1
  %out = load {words}, ptr %data, align 64
  store {words} %out, ptr %host, align 4
  ret i32 0
loading_check:
  %written = and {flags} %flag, {splat(WRITTEN)}
  %written_any = bitcast {flags} %written to i{8 * width}
  %unwritten = icmp eq i{8 * width} %written_any, 0
  br i1 %unwritten, label %fresh, label %end, !prof !1
fresh:
  %fresh_at = getelementptr i8, ptr %row, i64 24
  %is_fresh = load i64, ptr %fresh_at
  %set = icmp eq i64 %is_fresh, 0
  br i1 %set, label %load, label %bad, !prof !1
load:
  %new_flag = or {flags} %flag, {splat(READ)}
  store {flags} %new_flag, ptr %flag_at, align 1
  %in = load {words}, ptr %host, align 4
  store {words} %in, ptr %data, align 64
  ret i32 0
apart:
  %one = insertelement <{width} x i64> poison, i64 %address, i32 0
  %all = shufflevector <{width} x i64> %one, <{width} x i64> poison, <{width} x i32> zeroinitializer
  %spread = add <{width} x i64> %all, <{lanes}>
  store <{width} x i64> %spread, ptr %addresses, align 64
  %code = call i32 @row_global(ptr %ctx, ptr %buffers, ptr %addresses, i64 %mask, i1 %storing, ptr %data)
  ret i32 %code
bad:
  ret i32 1
end:
  ret i32 2
}}
"""


def any_lane(b: Builder, mask: str, width: int) -> str:
    """An i64 with one bit for each lane of an i1 vector."""
    return b.let(f"zext i{width} {b.let(f'bitcast <{width} x i1> {mask} to i{width}')} to i64")
