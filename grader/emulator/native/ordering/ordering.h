/* Who happened before whom, in kernels whose threads are ordered by more than the block's barrier. */

#pragma once

#include "records.h"

/* clocks.c */
void set_row(struct Context *ctx, struct Row **field, struct Row *row);
void absorb(struct Context *ctx, struct Row **field, struct Row *row);
void own_row(struct Context *ctx, struct Row **field);
u64 next_moment(struct Context *ctx);
void mark_row(struct Context *ctx, struct Row *row, struct Frame *frame, u64 moment);
bool told_by_flag(struct Context *ctx, struct Frame *frame, u64 block, u64 thread, u64 epoch);
void fence(struct Context *ctx, struct Frame *frame);
void observe(struct Context *ctx, struct Frame *frame, bool acquires);
void publish(struct Context *ctx, struct Frame *frame, bool releases, bool keeps);

/* meetings.c */
void dissolve(struct Context *ctx, struct Knowledge *group);
void forget_thread(struct Context *ctx, struct Frame *frame);
void note_arrival(struct Context *ctx, struct Frame *frame, struct Knowledge *group);
void order_warp(struct Context *ctx, struct Frames *frames, u64 have);
void order_barrier(struct Context *ctx, u64 barrier);
void order_block(struct Context *ctx);
void order_phase(struct Context *ctx);

/* copies.c */
enum : u64 { NOT_YET = 0xFFFFFFFF };
i64 open_group(struct Context *ctx, u64 thread);
u64 copy_time(struct Context *ctx, const struct Node *node);
void commit_copies(struct Context *ctx, struct Frame *frame);
void wait_copies(struct Context *ctx, struct Frame *frame, i64 but);

/* histories.c */
void meet(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row, u64 offset,
          u64 object, u64 space);
bool read_quietly(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp);
void poll(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row, u64 offset,
          u64 object, u64 space, const u64 *last_write);
void forget_shared(struct Context *ctx);
