/* Threads that meet, at a barrier or in a warp operation, know afterwards what any of them knew before.

   A group gathers what each knows, and gives it to all. Who arrives without waiting leaves what it knows in the group,
   and gets nothing. */

#include "ordering.h"
#include "scheduling/scheduling.h"

static void gather_from(struct Context *ctx, struct Knowledge *group, struct Frame *frame) {
    absorb(ctx, &group->known, frame->knows.known);
    absorb(ctx, &group->fenced, frame->knows.fenced);
    absorb(ctx, &group->pending, frame->knows.pending);
}

static void give(struct Context *ctx, struct Knowledge *to, struct Knowledge *from) {
    set_row(ctx, &to->known, from->known);
    set_row(ctx, &to->fenced, from->fenced);
    set_row(ctx, &to->pending, from->pending);
}

void dissolve(struct Context *ctx, struct Knowledge *group) {
    struct Knowledge nothing = {};
    give(ctx, group, &nothing);
}

void forget_thread(struct Context *ctx, struct Frame *frame) {
    dissolve(ctx, &frame->knows);
}

/* A thread has met the group at this moment, and knows what the group does. */
static void join(struct Context *ctx, struct Knowledge *group, struct Frame *frame, u64 moment) {
    mark_row(ctx, group->known, frame, moment);
    give(ctx, &frame->knows, group);
}

void order_warp(struct Context *ctx, struct Frames *frames, u64 have) {
    struct Knowledge *group = &ctx->gathered->group;
    for (u64 lane = 0; lane < 32; lane++)
        if (have >> lane & 1)
            gather_from(ctx, group, frame_at(frames, lane));
    own_row(ctx, &group->known);
    u64 moment = next_moment(ctx);
    for (u64 lane = 0; lane < 32; lane++)
        if (have >> lane & 1)
            join(ctx, group, frame_at(frames, lane), moment);
    dissolve(ctx, group);
}

/* Those who wait at a barrier, and those who have arrived there. */
void order_barrier(struct Context *ctx, u64 barrier) {
    struct Knowledge *group = &arrivals_at(ctx, barrier, 0)->group;
    for (u64 t = 0; t < ctx->threads; t++)
        if (waits_at(ctx, t, barrier))
            gather_from(ctx, group, frame_at(ctx->frames, t));
    own_row(ctx, &group->known);
    u64 moment = next_moment(ctx);
    for (u64 t = 0; t < ctx->threads; t++)
        if (waits_at(ctx, t, barrier))
            join(ctx, group, frame_at(ctx->frames, t), moment);
    dissolve(ctx, group);
}

/* All threads of the block. Where nothing but barriers orders threads, the interval that begins says it without rows. */
void order_block(struct Context *ctx) {
    struct Knowledge *group = &ctx->gathered->group;
    if (causal)
        for (u64 t = 0; t < ctx->threads; t++)
            if (ctx->resume[t] > 0)
                gather_from(ctx, group, frame_at(ctx->frames, t));
    for (u64 t = 0; t < ctx->threads; t++)
        if (ctx->resume[t] > 0)
            give(ctx, &frame_at(ctx->frames, t)->knows, group);
    dissolve(ctx, group);
}

/* All threads of the block by way of an mbarrier, of which that is known then without what it has told. */
void order_phase(struct Context *ctx) {
    order_block(ctx);
    set_row(ctx, (struct Row **)frame_at(ctx->frames, 0)->x2, NULL);
    /* What is told there from now on is of the next phase. */
    for (u64 t = 0; t < ctx->threads; t++)
        frame_at(ctx->frames, t)->x2 = (u64)&ctx->gathered->group.known;
}

/* A thread that does not wait leaves what it knows. */
void note_arrival(struct Context *ctx, struct Frame *frame, struct Knowledge *group) {
    gather_from(ctx, group, frame);
    own_row(ctx, &group->known);
    mark_row(ctx, group->known, frame, next_moment(ctx));
}
