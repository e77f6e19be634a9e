/* An mbarrier at which all rows of a block arrive and wait at once, as at `__syncthreads()`.

   A row that has arrived touches nothing until it waits, and then its turn ends; when all wait, the phase must be over for
   all of them (`all_have_met`). Then an interval ends as at a barrier of the block. Whatever is otherwise is odd. */

#include "records.h"

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
    frame->x1 = state;
    return false;
}
