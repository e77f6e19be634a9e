/* What a launch writes down: calls of printf, and the events of a block that is recorded. */

#include "threads.h"

/* Keep a call of printf: its format, and its values as they lie in the thread's local memory, of which there are
   `size` bytes. Calls for which there is no room are counted. */
void print(struct Context *ctx, struct Frame *frame, u64 format, u64 values, const u8 *local, u64 size, u64 site) {
    const u64 most = sizeof(struct Printed) + MOST_PRINTED_BYTES + 8;
    u64 offset = values - LOCAL_BASE, room = size - offset, bytes = 0;
    if (ctx->printf_used + most > ctx->printf_size) {
        ctx->printf_lost++;
        return;
    }
    if (offset < size)
        bytes = room < MOST_PRINTED_BYTES ? room : MOST_PRINTED_BYTES;
    struct Printed *call = (struct Printed *)(ctx->printf + ctx->printf_used);
    call->format = format;
    call->bytes = bytes;
    call->block = ctx->block;
    call->who = site << 32 | frame->linear;
    __builtin_memcpy(call->values, local + offset, bytes);
    ctx->printf_used += (sizeof *call + bytes + 7) & ~7ull;
}

/* Keep an event of a thread whose warp and block are watched; those for which there is no room are counted. */
void record(struct Context *ctx, u64 thread, u64 site, u64 kind, u64 offset, u64 object, u64 value) {
    if (ctx->block != ctx->events_block || !(ctx->events_warps >> thread / 32 & 1))
        return;
    u64 number = ctx->events_used++;
    if (number < ctx->events_size)
        ctx->events[number] = (struct Event){ctx->phase << 32 | thread, site, kind, offset, object, value};
}

/* The same for the access that a thread has just announced, or what lies so many bytes further in it; the function that
   resolved it has left in the context where it went. */
void record_access(struct Context *ctx, struct Frame *frame, u64 site, u64 kind, u64 shift, u64 value) {
    record(ctx, frame->linear, site, kind, ctx->last_offset + shift, ctx->last_object | ctx->last_space << 32, value);
}
