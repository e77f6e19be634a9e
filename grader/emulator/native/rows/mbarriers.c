/* An mbarrier at which all rows of a block arrive and wait at once, as at `__syncthreads()`.

   A row that has arrived touches nothing until it asks, and then its turn ends; when all have asked, the phase must be
   over for all of them. Then an interval ends as at a barrier of the block. Whatever is otherwise is odd. */

#include "records.h"
#include "threads/threads.h"

/* See `rows.c`. */
extern const u64 watched;

u64 mbarrier_change(u64 *barrier, u64 count, u64 bytes, u64 leaving);

static bool holds_mbarrier(i64 offset, i64 start, i64 length) {
    return ((length - offset - 8) | offset) >= 0 && !((start + offset) & 7);
}

/* One lane makes it, for so many arrivals; whether something is odd. */
bool row_make_mbarrier(u8 *shared, u32 *wrote, u32 *read, u32 now, i64 offset, i64 start, i64 length, u64 mask,
                       u64 count) {
    u64 word = (u64)(start + offset) / 4;
    if (!holds_mbarrier(offset, start, length) || !mask || mask & (mask - 1) || count - 1 >= MBARRIER_MOST)
        return true;
    if (watched && (wrote[word] >= now || read[word] >= now))
        return true;
    wrote[word] = now;
    *(u64 *)(shared + 4 * word) = count | count << MBARRIER_COUNT_BITS;
    return false;
}

/* All lanes arrive: the first one's state is in the frame then, with the place; whether something is odd. */
bool row_arrive(struct Frame *frame, u8 *shared, u32 *wrote, u32 *read, u32 now, u32 begin, i64 offset, i64 start,
                i64 length, u64 lanes) {
    u64 word = (u64)(start + offset) / 4;
    if (!holds_mbarrier(offset, start, length) || (watched && wrote[word] - begin >= now - begin))
        return true;
    u64 *barrier = (u64 *)(shared + 4 * word), state = *barrier;
    if ((state & MBARRIER_MOST) < lanes)
        return true;
    read[word] = now;
    mbarrier_change(barrier, lanes, 0, 0);
    frame->x0 = (u64)barrier;
    frame->x2 = state;
    return false;
}

/* A row that has arrived asks for the end of that phase; whether something is odd. */
bool row_ask(struct Frame *frame, u8 *shared, i64 offset, i64 start, u64 state) {
    frame->x1 = state;
    return frame->x0 != (u64)(shared + start + offset) || (state ^ frame->x2) >> 63;
}

/* Whether all rows, of which each has asked, have waited for the same phase, and it is over. */
bool rows_have_met(struct Context *ctx) {
    const struct Frame *first = frame_at(ctx->frames, 0);
    for (u64 t = 0; t < ctx->threads; t++) {
        const struct Frame *frame = frame_at(ctx->frames, t);
        if (frame->x0 != first->x0 || (frame->x1 ^ first->x1) >> 63 || !phase_is_over(frame))
            return false;
    }
    return true;
}
