/* Matrices between memory, the lanes of a warp and the sums that are made of them: each element in a word of its own. */

#pragma once

#include "threads/threads.h"

static inline u64 element_bytes(i64 type) {
    return type <= ELEMENT_U8 ? 1 : type <= ELEMENT_BF16 ? 2 : type == ELEMENT_F64 ? 8 : 4;
}

/* fragments.c: a fragment begins at `place` of each lane's frame; the answer is where the next one begins. */
u64 gather(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, u64 *matrix);
u64 scatter(struct Frames *frames, u64 have, u64 place, const struct Fragment *part, const u64 *matrix);
void widen(const u8 *elements, i64 type, u64 count, u64 *words);
void narrow(u8 *elements, i64 type, u64 count, const u64 *words);
