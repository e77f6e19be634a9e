/* What a warp does together: who has come to an operation, who must, and what if somebody never does.

   An operation is answered once all threads of its mask have come that have not ended. If nobody of the warp can go on,
   the first that waits is judged, and answered with those that are there. */

#include "scheduling.h"
#include "threads/threads.h"

struct Warp {
    struct Frames *frames;
    i64 *states;
    u64 lanes;
};

/* The lanes that wait for the same as this one: the same operation, wherever in the code, under the same mask. */
static u64 who_waits(const struct Warp *warp, u64 with) {
    i64 operation = operation_of(warp->states[with]);
    u64 mask = frame_at(warp->frames, with)->mask, have = 0;
    for (u64 lane = 0; lane < warp->lanes; lane++)
        if (frame_at(warp->frames, lane)->mask == mask && operation_of(warp->states[lane]) == operation)
            have |= 1ull << lane;
    return have;
}

/* The lanes of a mask that have not ended. */
static u64 who_must(const struct Warp *warp, u64 mask) {
    u64 alive = 0;
    for (u64 lane = 0; lane < warp->lanes; lane++)
        alive |= (u64)(warp->states[lane] >= 0) << lane;
    return alive & mask;
}

static void answer(struct Context *ctx, const struct Warp *warp, u64 lane, u64 have) {
    perform(ctx, warp->frames, have, warp->states[lane]);
    for (u64 each = 0; each < warp->lanes; each++)
        if (have >> each & 1)
            warp->states[each] |= RELEASED;
}

/* Tell of a lane whose operation is never complete; the other party is the last that is not there. */
static void judge_warp(struct Context *ctx, const struct Warp *warp, u64 lane, u64 have) {
    u64 absent = 0;
    for (u64 each = 0; each < warp->lanes; each++)
        if (!(have >> each & 1))
            absent = each;
    u64 thread = frame_at(warp->frames, 0)->linear + absent;
    u64 other = thread << THREAD_SHIFT | suspension_site(warp->states[absent]);
    u64 row = first_row_of_barrier_divergence + suspension_site(warp->states[lane]);
    report_if(first_row_of_barrier_divergence >= 0, ctx, frame_at(warp->frames, lane), row, 0, 0, other, 0);
}

/* Answer what the warp of these threads waits for; whether some of them go on. */
bool answer_warp(struct Context *ctx, u64 first, u64 lanes) {
    struct Warp warp = {(struct Frames *)frame_at(ctx->frames, first), ctx->resume + first, lanes};
    u64 stuck = lanes;
    bool answered = false, others = false;
    for (u64 lane = 0; lane < lanes; lane++) {
        i64 state = warp.states[lane];
        others |= state > last_operation;
        if (state <= last_barrier || state > last_operation)
            continue;
        u64 have = who_waits(&warp, lane);
        if (who_must(&warp, frame_at(warp.frames, lane)->mask) & ~have) {
            stuck = stuck < lane ? stuck : lane;
            continue;
        }
        answer(ctx, &warp, lane, have);
        answered = true;
    }
    if (answered || others || stuck == lanes)
        return answered;
    u64 have = who_waits(&warp, stuck);
    judge_warp(ctx, &warp, stuck, have);
    answer(ctx, &warp, stuck, have);
    return true;
}
