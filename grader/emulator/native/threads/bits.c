/* What an instruction on bits needs a loop for. */

#include "records.h"

/* `fns`: the place of the n-th set bit from a base, upwards or downwards; −1 where there is none. */
u32 find_nth(u32 mask, u32 base, int32_t offset) {
    u32 left = offset < 0 ? -(u32)offset : offset ? (u32)offset : 1;
    for (u32 place = base; place < 32; place += offset < 0 ? -1 : 1) {
        left -= mask >> place & 1;
        if (!left)
            return place;
        if (!offset)
            break;
    }
    return -1;
}
