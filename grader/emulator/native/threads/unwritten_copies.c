/* What a thread has not set (`passes/value_flow.py`), between registers and its local memory.

   The mark of a register says which of its bytes are unset, and where: a site + 2, of the load that found nothing or of
   what first computed with it; 1 for a register that nothing was made with. A granule of local memory is unset where no
   stamp of this block is in its shadow. One that holds what was computed from unset values has a stamp of just before
   the block, of no thread, with that site. */

#include "threads.h"

/* Local memory of a thread, and its shadow: bytes that a granule covers (as a power of two), bytes of its record, where
   in it the last store's stamp is. */
extern const u64 local_bytes, local_granule_shift, local_stride, local_write;

static u64 *last_write(struct Frame *frame, u64 offset, u64 granule) {
    return (u64 *)(frame->local_shadow + ((offset >> local_granule_shift) + granule) * local_stride + local_write);
}

static bool is_local(u64 offset, u64 size) {
    return offset < local_bytes && offset + size <= local_bytes;
}

/* What stands above the site in the stamp of a value that was computed in this block. */
static u64 computed_before(struct Context *ctx) {
    return ((ctx->begin - NEXT_EPOCH) >> THREAD_SHIFT) | 0xFFFF;
}

/* The bits of the bytes of a granule in the mark of a value of so many bytes. */
static u32 bytes_of(u64 granule, u64 size) {
    u64 bytes = 1ull << local_granule_shift, first = granule * bytes;
    if (bytes > size)
        bytes = size;
    return size > 8 ? UNSET_BYTES : (u32)(((1ull << bytes) - 1) << first) << UNSET_SHIFT;
}

/* The mark of a value that the load at a site takes from an address. */
u32 mark_loaded(struct Context *ctx, struct Frame *frame, u64 address, u64 size, u64 site) {
    u64 offset = address - LOCAL_BASE;
    if (!is_local(offset, size))
        return 0;
    u32 bytes = 0, where = (u32)site + 2, all = size < 8 ? ((1u << size) - 1) << UNSET_SHIFT : UNSET_BYTES;
    bool nothing = true;
    for (u64 n = 0; n << local_granule_shift < size; n++) {
        u64 stamp = *last_write(frame, offset, n);
        nothing &= stamp < ctx->begin;
        if (stamp >= ctx->begin)
            continue;
        bytes |= bytes_of(n, size);
        if (stamp >> THREAD_SHIFT == computed_before(ctx))
            where = ((u32)(stamp & (MOST_SITES - 1)) + 2) | UNSET_COMPUTED;
    }
    if (!bytes || (size > 8 && !nothing))
        return 0;
    return (bytes == all ? UNSET_BYTES : bytes) | where;
}

/* After a store of a value with this mark to an address: which of it counts as written. */
void mark_stored(struct Context *ctx, struct Frame *frame, u64 address, u64 size, u32 mark) {
    u64 offset = address - LOCAL_BASE;
    if (!is_local(offset, size))
        return;
    u64 site = (mark & UNSET_WHERE) - 2;
    u64 unset = mark & UNSET_COMPUTED ? computed_before(ctx) << THREAD_SHIFT | site : 0;
    for (u64 n = 0; n << local_granule_shift < size; n++)
        *last_write(frame, offset, n) = mark & bytes_of(n, size) ? unset : ctx->epoch;
}
