/* What readers, or atomic updates, leave in shadow memory: here for the judge, and in `instructions/notes.c` for an access
   that no question suspects. */

#pragma once

#include "threads.h"

/* Of a block's own memory: the first of this epoch, and the last one. */
static inline void note_in_block(u64 *first, u64 *last, u64 interval, u64 stamp) {
    u64 before = *first;
    *first = before < interval ? stamp : before;
    *last = stamp;
}

/* Of global memory: the first ever, the last one, and the one before it that differs in thread or epoch. */
static inline void note_in_grid(u64 *first, u64 *last, u64 *before, u64 stamp) {
    u64 began = *first, latest = *last, other = *before;
    *first = began ? began : stamp;
    *before = (latest ^ stamp) >= MOST_SITES ? latest : other;
    *last = stamp;
}
