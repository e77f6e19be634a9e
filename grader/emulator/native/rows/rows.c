/* The scheduler of rows: like `run_blocks`, but over rows of threads, and ready to give a block back.

   `run_rows(context, first, last)` gives `last` when all blocks are done. Otherwise it gives the turn of the block that it
   could not finish, whose stores it has undone; -1 when the whole launch must go the careful way; or -2 - turn before a
   block for whose stores there may be no room beside those of earlier blocks. */

#include "scheduling/scheduling.h"

/* Whether anybody asks for races: then sentinels tell of shared memory that is read before it is written. */
extern const u64 watched;

static void begin_rows(struct Context *ctx, i64 turn) {
    place_block(ctx, turn);
    ctx->fuel = ctx->block_fuel;
    if (!ctx->undo_all)
        ctx->undo_used = 0;
    ctx->undo_first = ctx->undo_used;
    __builtin_memcpy(ctx->counters_saved, ctx->counters, ctx->counters_bytes);
    ctx->begin = ++ctx->epoch;
    if (!watched)
        __builtin_memset(ctx->shared, (u8)ctx->poison, ctx->shared_bytes);
    for (u64 t = 0; t < ctx->threads; t++)
        ctx->resume[t] = 0;
}

/* Run a block; 0 when it is done, else `ABORT` for this block or `GIVE_UP` for the launch. */
static i64 run_row_block(struct Context *ctx) {
    for (;;) {
        i64 low = INT64_MAX, high = INT64_MIN;
        for (u64 t = 0; t < ctx->threads; t++) {
            i64 state = step(ctx, frame_at(ctx->frames, t), ctx->resume[t]);
            ctx->resume[t] = state;
            if (state <= GIVE_UP)
                return state;
            low = state < low ? state : low;
            high = state > high ? state : high;
        }
        if (high < 0)
            return 0;
        if (low != high)
            return ABORT;
        if (high > last_phase && !all_have_met(ctx))
            return ABORT;
        ctx->epoch++;
        if (high <= last_barrier)
            ctx->fuel -= BARRIER_FUEL * (i64)(ctx->ntid_x * ctx->ntid_y * ctx->ntid_z);
    }
}

static void undo(struct Context *ctx) {
    __builtin_memcpy(ctx->counters, ctx->counters_saved, ctx->counters_bytes);
    while (ctx->undo_used > ctx->undo_first) {
        const struct Undo *row = &ctx->undo[--ctx->undo_used];
        __builtin_memcpy(row->place, row->old, row->bytes);
    }
}

i64 run_rows(struct Context *ctx, i64 first, i64 last) {
    for (i64 turn = first; turn < last; turn++) {
        if (ctx->undo_all && ctx->undo_used > MOST_UNDO - MOST_UNDO_OF_BLOCK)
            return -2 - turn;
        begin_rows(ctx, turn);
        i64 status = run_row_block(ctx);
        if (status) {
            if (status == GIVE_UP)
                ctx->undo_first = 0;
            undo(ctx);
            return status == GIVE_UP ? -1 : turn;
        }
    }
    return last;
}
