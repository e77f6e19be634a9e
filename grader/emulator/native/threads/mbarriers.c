/* `mbarrier`: the 8 bytes of one are opaque to a program.

   Here they hold the arrivals still missing (20 bits), those that a phase takes (20), the bytes still to come (22), and
   the phase's parity at the top. */

#include "records.h"
#include "threads.h"

struct Mbarrier {
    u64 missing : MBARRIER_COUNT_BITS;
    u64 members : MBARRIER_COUNT_BITS;
    u64 coming : 22;
    u64 : 1;
    u64 phase : 1;
} __attribute__((packed, aligned(4)));

static u64 less(u64 count, u64 by) {
    return count > by ? count - by : 0;
}

/* So many arrive, bytes are expected or have come (negative), members leave for good; the state before. */
u64 mbarrier_change(struct Mbarrier *barrier, u64 count, u64 bytes, u64 leaving) {
    u64 before;
    __builtin_memcpy(&before, barrier, sizeof before);
    struct Mbarrier now = *barrier;
    now.members = less(now.members, leaving);
    now.coming += bytes;
    now.missing = less(now.missing, count);
    if (!now.missing && !now.coming) {
        now.phase ^= 1;
        now.missing = now.members;
    }
    *barrier = now;
    return before;
}

/* Whether the phase is over that a thread waits for. */
bool phase_is_over(const struct Frame *frame) {
    return (i64)(*(const u64 *)frame->x0 ^ frame->x1) < 0;
}
