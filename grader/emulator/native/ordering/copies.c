/* When asynchronous copies happen: at the wait of their thread for the group that they belong to. */

#include "ordering.h"

/* The group that a copy which the thread issues now belongs to. */
i64 open_group(struct Context *ctx, u64 thread) {
    return ctx->copies[thread].open;
}

/* The epoch in which a copy was complete; `NOT_YET` while its thread has not waited for it. What lies too far back to be
   remembered counts as complete when it was issued. */
u64 copy_time(struct Context *ctx, const struct Node *node) {
    u64 stamp = *node->stamps;
    const struct Copies *copies = &ctx->copies[thread_of(stamp)];
    i64 age = copies->complete - node->copy_group;
    if (age <= 0)
        return NOT_YET;
    return age <= COPY_GROUPS ? copies->times[(u64)node->copy_group % COPY_GROUPS] : epoch_of(stamp);
}

void commit_copies(struct Context *ctx, struct Frame *frame) {
    ctx->copies[frame->linear].open++;
}

/* Wait for all groups but the last so many. */
void wait_copies(struct Context *ctx, struct Frame *frame, i64 but) {
    struct Copies *copies = &ctx->copies[frame->linear];
    i64 limit = copies->open - but;
    if (limit <= copies->complete)
        return;
    u32 moment = (u32)next_moment(ctx);
    for (i64 group = copies->complete; group < limit; group++)
        copies->times[(u64)group % COPY_GROUPS] = moment;
    copies->complete = limit;
}
