/* Threads, warps, barriers and blocks: who goes on, and when. */

#pragma once

#include "records.h"

/* places.c */
void place_block(struct Context *ctx, u64 turn);

/* blocks.c */
void begin_block(struct Context *ctx, i64 turn);
void begin_epoch(struct Context *ctx, bool whole_block);
void judge_barrier(struct Context *ctx);

/* arrivals.c */
struct Arrivals *arrivals_at(struct Context *ctx, u64 barrier, u64 later);
void close_barrier(struct Context *ctx, u64 barrier);
void forget_block(struct Context *ctx);

/* completions.c */
enum Answer { NO_BARRIER, PART_OF_BLOCK, WHOLE_BLOCK, BLOCK_OVER };
bool waits_at(struct Context *ctx, u64 thread, u64 barrier);
enum Answer answer_block(struct Context *ctx, bool turned);

/* phases.c */
bool all_have_met(struct Context *ctx);

/* warps.c */
bool answer_warp(struct Context *ctx, u64 first, u64 lanes);
