/* Copies of local memory: what nobody has written may be copied, and stays unwritten where it comes to lie. */

#include "threads.h"

/* Local memory of a thread, and its shadow: bytes that a granule covers (as a power of two), bytes of its record, where
   in it the last store's stamp is. */
extern const u64 local_bytes, local_granule_shift, local_stride, local_write;

static u64 *last_write(struct Frame *frame, u64 granule) {
    return (u64 *)(frame->local_shadow + granule * local_stride + local_write);
}

static bool is_local(u64 offset, u64 size) {
    return offset < local_bytes && offset + size <= local_bytes;
}

/* After a store of a value that was only moved, from one address to another: take over what is written and what is not.
   Where it leaves the thread's own memory, the load is told of, in this row of the findings table. */
void move_written(struct Context *ctx, struct Frame *frame, u64 from, u64 to, u64 size, u64 row, u64 space) {
    u64 offset = from - LOCAL_BASE, target = to - LOCAL_BASE;
    if (!is_local(offset, size))
        return;
    bool stays = is_local(target, size), nothing = true;
    u64 granules = (size + (1ull << local_granule_shift) - 1) >> local_granule_shift;
    for (u64 n = 0; n < granules; n++) {
        bool unset = *last_write(frame, (offset >> local_granule_shift) + n) < ctx->begin;
        nothing &= unset;
        if (unset && stays)
            *last_write(frame, (target >> local_granule_shift) + n) = 0;
    }
    report_if(nothing && !stays && size > 1, ctx, frame, row, offset, 0, 0, space);
}
