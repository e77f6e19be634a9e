/* The scheduler for kernels whose threads wait for more than the block's barrier.

   In a round every warp goes on until all its threads wait or have ended; what they do together as a warp is answered in
   between, once all threads of the mask have come. Threads in a loop that waits for memory give up their turn and get
   another once all warps had theirs; if that does not help, the block hands over to another one. Threads that wait for
   the phase of an mbarrier go on when it is over, or when nothing else helps: a program may ask and do without. Then the
   barriers are looked at: one is complete when as many threads wait there, or have arrived without waiting, as it expects. If nothing
   can go on, the block is judged and everybody is released. */

#include "ordering/ordering.h"
#include "scheduling.h"
#include "threads/threads.h"

/* Turns that waiting threads of a block get before another block has one. */
enum { PASSES = 4 };

static bool may_go_on(i64 state) {
    return state == 0 || (state > 0 && state & RELEASED);
}

/* Run a warp until none of its threads can go on; false when the launch must end. */
static bool run_warp(struct Context *ctx, u64 first, u64 lanes) {
    do {
        for (u64 n = 0; n < lanes; n++) {
            u64 t = first + (ctx->reversed ? lanes - 1 - n : n);
            if (!may_go_on(ctx->resume[t]))
                continue;
            ctx->resume[t] = step(ctx, frame_at(ctx->frames, t), ctx->resume[t] & STATE);
            if (ctx->resume[t] == ABORT)
                return false;
        }
    } while (answer_warp(ctx, first, lanes));
    return true;
}

static bool run_warps(struct Context *ctx) {
    u64 warps = (ctx->threads + 31) / 32;
    for (u64 n = 0; n < warps; n++) {
        u64 first = 32 * (ctx->reversed ? warps - 1 - n : n), left = ctx->threads - first;
        if (!run_warp(ctx, first, left < 32 ? left : 32))
            return false;
    }
    return true;
}

/* Threads that wait for a phase which is over go on; whether there are any. */
static bool end_phases(struct Context *ctx) {
    bool any = false;
    for (u64 t = 0; t < ctx->threads; t++)
        if (ctx->resume[t] > last_turn && phase_is_over(frame_at(ctx->frames, t))) {
            ctx->resume[t] |= RELEASED;
            any = true;
        }
    return any;
}

/* Threads that have given up their turn get another; whether there are any. */
static bool next_turn(struct Context *ctx) {
    bool over = end_phases(ctx), any = over;
    i64 last = over ? last_turn : STATE;
    for (u64 t = 0; t < ctx->threads; t++)
        if (ctx->resume[t] > last_operation && ctx->resume[t] <= last) {
            ctx->resume[t] |= RELEASED;
            any = true;
        }
    return any;
}

/* Whether waiting has taken so long that another block should have its turn. */
static bool hands_over(struct Context *ctx) {
    if (!ctx->company || ++ctx->passes <= PASSES)
        return false;
    ctx->passes = 0;
    return true;
}

/* All have met at an mbarrier: an interval ends as at a barrier of the block. */
static void end_interval(struct Context *ctx) {
    order_phase(ctx);
    ctx->epoch += NEXT_EPOCH;
    ctx->interval = ctx->epoch;
    for (u64 t = 0; t < ctx->threads; t++)
        ctx->resume[t] |= RELEASED;
}

static i64 go_on(struct Context *ctx) {
    for (;;) {
        if (!run_warps(ctx))
            return ABORTED;
        if (all_have_met(ctx)) {
            end_interval(ctx);
            continue;
        }
        enum Answer answer = answer_block(ctx, next_turn(ctx));
        if (answer == BLOCK_OVER)
            return ALL_DONE;
        if (answer != NO_BARRIER)
            begin_epoch(ctx, answer == WHOLE_BLOCK);
        else if (hands_over(ctx))
            return HANDED_OVER;
    }
}

/* Run blocks first <= b < last in turn; one that has handed over goes on where it was. */
i64 run_turns(struct Context *ctx, i64 first, i64 last) {
    for (i64 turn = first; turn < last; turn++) {
        if (!ctx->resumed) {
            begin_block(ctx, turn);
            forget_block(ctx);
            for (u64 t = 0; t < ctx->threads; t++)
                forget_thread(ctx, frame_at(ctx->frames, t));
        }
        ctx->resumed = 0;
        i64 status = go_on(ctx);
        if (status != ALL_DONE)
            return status;
    }
    return ALL_DONE;
}
