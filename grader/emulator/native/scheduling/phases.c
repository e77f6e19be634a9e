/* An mbarrier at which all threads of a block, or all rows of them, arrive and wait at once, as at `__syncthreads()`. */

#include "scheduling.h"
#include "threads/threads.h"

/* Whether each has arrived for the same phase of one mbarrier and has done nothing since but wait, and it is over. */
bool all_have_met(struct Context *ctx) {
    const struct Frame *first = frame_at(ctx->frames, 0);
    for (u64 t = 0; t < ctx->threads; t++) {
        const struct Frame *frame = frame_at(ctx->frames, t);
        if (ctx->resume[t] <= last_phase || frame->x0 != first->x0 || (frame->x1 ^ first->x1) >> 63 ||
            !phase_is_over(frame))
            return false;
    }
    return true;
}
