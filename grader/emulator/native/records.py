"""What the compiler says of `records.h`: `scripts/build_runtime.py` writes this file."""

ABORT = -2147483648
ABORTED = 1
ABORT_ASSERT = 3
ABORT_CALL = 6
ABORT_FUEL = 1
ABORT_OPERAND = 7
ABORT_STACK = 5
ABORT_TRAP = 2
ABORT_UNSUPPORTED = 4
ASYNC = 16
BARRIERS = 16
BIAS = 34359738368
COMPLETIONS = 8
DIFFERS = 64
EARLIER = 1
ELEMENT_BF16 = 3
ELEMENT_F16 = 2
ELEMENT_F32 = 5
ELEMENT_F64 = 7
ELEMENT_S32 = 6
ELEMENT_S8 = 0
ELEMENT_TF32 = 4
ELEMENT_U8 = 1
EPOCH_SHIFT = 32
FIRST_BUFFER_ID = 4
GIVE_UP = -2147483646
HANDED_OVER = 2
ID_SHIFT = 36
LEFT_OUT = 1
LOCAL_BASE = 171798691840
LOCAL_ID = 2
MATCH_ALL = 1
MATCH_ANY = 0
MBARRIER_COUNT_BITS = 20
MBARRIER_MOST = 1048575
MOST_BUFFERS = 256
MOST_CELLS = 512
MOST_SHARED = 256
MOST_SITES = 65536
MOST_THREADS = 1024
MOST_UNDO = 12288
OFFSET_MASK = 68719476735
OF_DATA = 32
PARAM_ID = 3
READ = 2
REDUCE_ADD = 0
REDUCE_AND = 1
REDUCE_MAX_S32 = 7
REDUCE_MAX_U32 = 6
REDUCE_MIN_S32 = 5
REDUCE_MIN_U32 = 4
REDUCE_OR = 2
REDUCE_XOR = 3
ROW_GIVE_UP = 2
ROW_READ = 1
ROW_WRITTEN = 2
SHARED_BIAS = 2097152
SHARED_ID = 1
SHARED_SHIFT = 22
SHUFFLE_BFLY = 2
SHUFFLE_DOWN = 1
SHUFFLE_IDX = 3
SHUFFLE_UP = 0
SPACE_SHIFT = 8
STANDSTILL = 2
STATE = 4294967295
THREAD_SHIFT = 16
UNFENCED = 16
UNSET_BYTES = 4278190080
UNWAITED = 32
UPDATE = 4
VOTE_ALL = 1
VOTE_ANY = 2
VOTE_BALLOT = 0
VOTE_UNI = 3
WATCH = 8
WRITE = 1
ACCESSES = {
    "places": 0, "most": 8, "count": 16, "row_elements": 24, "touch": 32, "event": 40,
}  # fmt: skip
ARRIVALS_BYTES = 160
BOOKS_BYTES = 64
BOOKS = {
    "row_free": 0, "row_used": 8, "row_limit": 16, "lines": 24, "node_free": 32, "node_used": 40, "node_limit": 48,
    "blind": 56,
}  # fmt: skip
BUFFER_BYTES = 32
BUFFER = {
    "data": 0, "bytes": 8, "shadow": 16, "fresh": 24,
}  # fmt: skip
CONTEXT_BYTES = 672
CONTEXT = {
    "fuel": 0, "epoch": 8, "begin": 16, "buffers": 24, "params": 32, "shared": 40, "shared_shadow": 48,
    "shared_bytes": 56, "dynamic_bytes": 64, "symbols": 72, "frames": 80, "resume": 88, "counters": 96,
    "findings": 104, "blocks_log": 112, "block": 120, "reached": 128, "ctaid_x": 136, "ctaid_y": 144,
    "ctaid_z": 152, "nctaid_x": 160, "nctaid_y": 168, "nctaid_z": 176, "ntid_x": 184, "ntid_y": 192, "ntid_z": 200,
    "threads": 208, "scratch": 216, "stray": 224, "abort_code": 232, "abort_site": 240, "abort_thread": 248,
    "assert_message": 256, "assert_file": 264, "assert_line": 272, "assert_function": 280, "printf": 288,
    "printf_used": 296, "printf_size": 304, "printf_lost": 312, "events": 320, "events_used": 328,
    "events_size": 336, "events_block": 344, "events_warps": 352, "phase": 360, "clock": 368, "last_offset": 376,
    "last_object": 384, "last_space": 392, "undo": 400, "undo_used": 408, "wrote": 416, "read": 424,
    "counters_saved": 432, "counters_bytes": 440, "interval": 448, "arrivals": 456, "books": 464, "rows": 472,
    "row_bytes": 480, "width": 488, "stride": 496, "foreign": 504, "nodes": 512, "gathered": 520, "flag": 528,
    "copies": 536, "company": 544, "resumed": 552, "passes": 560, "reversed": 568, "mirrored": 576, "patience": 584,
    "told": 592, "poison": 600, "block_fuel": 608, "used_rows": 616, "workspace_high": 624, "workspace_low": 632,
    "panel": 640, "trails": 648, "undo_first": 656, "undo_all": 664,
}  # fmt: skip
COPIES_BYTES = 272
EVENT_BYTES = 48
FINDING_BYTES = 64
FINDING = {
    "count": 0, "offset": 8, "object": 16, "block": 24, "thread": 32, "other": 40, "epoch": 48, "extra": 56,
}  # fmt: skip
FRAGMENT = {
    "cells": 0, "elements": 8, "type": 16,
}  # fmt: skip
FRAME_BYTES = 216
FRAME = {
    "tid_x": 0, "tid_y": 8, "tid_z": 16, "linear": 24, "exit_site": 32, "local": 40, "local_shadow": 48, "mask": 56,
    "barrier": 64, "expected": 72, "x0": 80, "x1": 88, "x2": 96, "y0": 104, "y1": 112, "brought_mark": 120,
    "found_mark": 128, "turns": 136, "knows": 144, "polled": 168, "polled_stamp": 176, "polled_write": 184,
    "base": 192, "top": 200, "saved": 208,
}  # fmt: skip
HISTORY_BYTES = 24
HISTORY = {
    "first": 0, "walk_at": 8, "told": 16,
}  # fmt: skip
NODE_BYTES = 64
PRINTED_BYTES = 32
PRODUCT = {
    "m": 0, "n": 8, "k": 16, "step": 24, "extra_bits": 32, "saturates": 40,
}  # fmt: skip
REACHED_BYTES = 16
REACHED = {
    "global_bytes": 0, "shared_bytes": 8,
}  # fmt: skip
ROW_BYTES = 32
SCRATCH_BYTES = 48
SCRATCH = {
    "group": 0, "no_history": 24,
}  # fmt: skip
SHAPE = {
    "space": 0, "deed": 8, "class": 16, "granules": 24, "stride": 32, "content": 40, "write": 48, "store": 56,
    "first": 64, "last": 72, "before": 80, "atomic_first": 88, "atomic_last": 96, "atomic_before": 104,
    "history": 112,
}  # fmt: skip
SYMBOL_BYTES = 16
SYMBOL = {
    "bytes": 0, "place": 8,
}  # fmt: skip
UNDO_BYTES = 80
