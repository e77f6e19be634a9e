/* Arrivals at barriers that do not wait (`bar.arrive`).

   Who arrives a second time before the barrier has completed counts for its next completion: that is how a warp that
   produces runs ahead of one that consumes. Each completion has who has come, and what they knew when they came. */

#include "ordering/ordering.h"
#include "scheduling.h"

struct Arrivals *arrivals_at(struct Context *ctx, u64 barrier, u64 later) {
    return &ctx->arrivals[barrier * COMPLETIONS + later];
}

void forget_block(struct Context *ctx) {
    for (u64 n = 0; n < BARRIERS * COMPLETIONS; n++) {
        struct Arrivals *arrivals = &ctx->arrivals[n];
        if (arrivals->count) {
            dissolve(ctx, &arrivals->group);
            __builtin_memset(arrivals, 0, sizeof *arrivals);
        }
    }
    forget_shared(ctx);
}

/* A thread arrives at a barrier of so many threads, for the first completion that it has not yet arrived for. */
void arrive(struct Context *ctx, struct Frame *frame, u64 barrier, u64 expected) {
    u64 word = frame->linear / 64, bit = 1ull << frame->linear % 64, later = 0;
    while (arrivals_at(ctx, barrier, later)->threads[word] & bit && later < COMPLETIONS - 1)
        later++;
    struct Arrivals *arrivals = arrivals_at(ctx, barrier, later);
    arrivals->threads[word] |= bit;
    arrivals->count++;
    note_arrival(ctx, frame, &arrivals->group);
    if (!later && arrivals->count >= expected)
        close_barrier(ctx, barrier);
}

/* A barrier is complete: the next completion's turn. */
void close_barrier(struct Context *ctx, u64 barrier) {
    struct Arrivals *first = arrivals_at(ctx, barrier, 0);
    dissolve(ctx, &first->group);
    __builtin_memmove(first, first + 1, (COMPLETIONS - 1) * sizeof *first);
    __builtin_memset(first + COMPLETIONS - 1, 0, sizeof *first);
}
