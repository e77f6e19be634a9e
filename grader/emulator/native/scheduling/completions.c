/* When a block's barriers are complete, and who goes on then.

   A barrier is complete when as many threads wait there, or have arrived without waiting, as it expects. If nothing in
   the block can go on, the block is judged and everybody is released. */

#include "ordering/ordering.h"
#include "scheduling.h"
#include "threads/threads.h"

static bool at_barrier(i64 state) {
    return state > 0 && state <= last_barrier;
}

bool waits_at(struct Context *ctx, u64 thread, u64 barrier) {
    return at_barrier(ctx->resume[thread]) && frame_at(ctx->frames, thread)->barrier == barrier;
}

/* Those who wait at one barrier. */
struct Crowd {
    u64 came;
    /* Threads whose value is true (`bar.red`). */
    u64 yes;
    /* Threads that the barrier is for; 0 for all of the block. */
    u64 expected;
    /* The lowest and the highest of their suspensions. */
    i64 low, high;
};

static struct Crowd crowd_at(struct Context *ctx, u64 barrier) {
    struct Crowd crowd = {.low = INT64_MAX};
    for (u64 t = 0; t < ctx->threads; t++) {
        if (!waits_at(ctx, t, barrier))
            continue;
        struct Frame *frame = frame_at(ctx->frames, t);
        i64 state = ctx->resume[t];
        crowd.came++;
        crowd.yes += frame->x0 != 0;
        crowd.expected = frame->expected > crowd.expected ? frame->expected : crowd.expected;
        crowd.low = state < crowd.low ? state : crowd.low;
        crowd.high = state > crowd.high ? state : crowd.high;
    }
    return crowd;
}

static enum Answer answer_barrier(struct Context *ctx, u64 alive, u64 barrier) {
    struct Crowd crowd = crowd_at(ctx, barrier);
    bool everybody = !crowd.expected;
    u64 needed = everybody ? alive : crowd.expected;
    if (!crowd.came || crowd.came + arrivals_at(ctx, barrier, 0)->count < needed)
        return NO_BARRIER;
    if (everybody && (crowd.came < ctx->threads || crowd.low != crowd.high))
        judge_barrier(ctx);
    /* Threads that have ended count as having come to a barrier of all, but to no other. */
    bool whole = crowd.came == (everybody ? alive : ctx->threads);
    if (whole)
        order_block(ctx);
    else
        order_barrier(ctx, barrier);
    for (u64 t = 0; t < ctx->threads; t++) {
        if (!waits_at(ctx, t, barrier))
            continue;
        frame_at(ctx->frames, t)->y0 = crowd.yes;
        frame_at(ctx->frames, t)->y1 = crowd.came;
        ctx->resume[t] |= RELEASED;
    }
    close_barrier(ctx, barrier);
    return whole ? WHOLE_BLOCK : PART_OF_BLOCK;
}

/* Tell of a block whose threads all wait at one instruction that is never complete. */
static void judge_standstill(struct Context *ctx) {
    i64 first = ctx->resume[0];
    for (u64 t = 0; t < ctx->threads; t++)
        if (ctx->resume[t] != first)
            return;
    u64 site = suspension_site(first);
    i64 first_row = first_row_of_barrier_divergence;
    report_if(first_row >= 0, ctx, frame_at(ctx->frames, 0), first_row + site, 0, 0, site, STANDSTILL);
}

static void release_all(struct Context *ctx) {
    order_block(ctx);
    judge_barrier(ctx);
    judge_standstill(ctx);
    for (u64 t = 0; t < ctx->threads; t++)
        if (ctx->resume[t] > 0)
            ctx->resume[t] |= RELEASED;
}

/* Answer all barriers at which threads wait: the most of what was complete. `turned` says whether other threads go on
   anyhow. */
enum Answer answer_block(struct Context *ctx, bool turned) {
    u64 alive = 0, barriers = 0;
    for (u64 t = 0; t < ctx->threads; t++) {
        alive += ctx->resume[t] > 0;
        if (at_barrier(ctx->resume[t]))
            barriers |= 1ull << (frame_at(ctx->frames, t)->barrier & 63);
    }
    if (!alive)
        return BLOCK_OVER;
    enum Answer most = NO_BARRIER;
    for (u64 barrier = 0; barrier < BARRIERS; barrier++)
        if (barriers >> barrier & 1) {
            enum Answer answer = answer_barrier(ctx, alive, barrier);
            most = answer > most ? answer : most;
        }
    if (most != NO_BARRIER || turned)
        return most;
    release_all(ctx);
    return WHOLE_BLOCK;
}
