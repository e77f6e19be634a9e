/* Blocks one after another, whose threads never wait but at the block's barrier 0: they run one after another, too.

   `run_blocks(context, first, last)` runs blocks first <= b < last in turn. In a block every thread runs until it waits
   or ends; then, if all wait at the same suspension, a new epoch begins. If not, every thread is judged, and those that
   wait are released: a GPU counts threads that have left as arrived. */

#include "scheduling.h"
#include "threads/threads.h"

void begin_block(struct Context *ctx, i64 turn) {
    place_block(ctx, turn);
    ctx->epoch += NEXT_EPOCH;
    ctx->begin = ctx->interval = ctx->blocks_log[turn] = ctx->epoch;
    ctx->phase = 0;
    __builtin_memset(ctx->shared, (u8)ctx->poison, ctx->shared_bytes);
    for (u64 t = 0; t < ctx->threads; t++) {
        ctx->resume[t] = 0;
        frame_at(ctx->frames, t)->exit_site = -1;
        frame_at(ctx->frames, t)->turns = 0;
    }
}

/* After a barrier; only one of all threads that are left ends an interval for everybody. */
void begin_epoch(struct Context *ctx, bool whole_block) {
    ctx->epoch += NEXT_EPOCH;
    if (whole_block)
        ctx->interval = ctx->epoch;
    ctx->phase++;
}

/* Every thread of a block that arrived unevenly, of which one waits at least. An exit is told of once. */
void judge_barrier(struct Context *ctx) {
    u64 first = 0;
    while (ctx->resume[first] <= 0)
        first++;
    i64 first_state = ctx->resume[first];
    for (u64 t = 0; t < ctx->threads; t++) {
        i64 *state = &ctx->resume[t];
        if (*state == EXIT_REPORTED)
            continue;
        judge_thread(ctx, frame_at(ctx->frames, t), *state, first_state, first);
        if (*state < 0)
            *state = EXIT_REPORTED;
    }
}

/* What the threads of a block do until each waits or has ended: the lowest and the highest of their states. */
struct Round {
    i64 low, high;
    bool aborted;
};

static struct Round run_round(struct Context *ctx) {
    struct Round round = {INT64_MAX, INT64_MIN, false};
    for (u64 n = 0; n < ctx->threads; n++) {
        u64 t = ctx->reversed ? ctx->threads - 1 - n : n;
        i64 state = ctx->resume[t];
        if (state >= 0) {
            state = step(ctx, frame_at(ctx->frames, t), state);
            ctx->resume[t] = state;
            if (state == ABORT) {
                round.aborted = true;
                return round;
            }
        }
        round.low = state < round.low ? state : round.low;
        round.high = state > round.high ? state : round.high;
    }
    return round;
}

i64 run_blocks(struct Context *ctx, i64 first, i64 last) {
    for (i64 turn = first; turn < last; turn++) {
        begin_block(ctx, turn);
        ctx->fuel = ctx->block_fuel;
        for (;;) {
            struct Round round = run_round(ctx);
            if (round.aborted)
                return ABORTED;
            if (round.high < 0)
                break;
            if (round.low != round.high)
                judge_barrier(ctx);
            begin_epoch(ctx, true);
            ctx->fuel -= BARRIER_FUEL * (i64)ctx->threads;
        }
    }
    return ALL_DONE;
}
