/* What machine code tells of: findings, and why a launch had to end. */

#include "threads.h"

/* Count a finding; the first of its kind and site keeps its details. */
void report_if(bool when, struct Context *ctx, struct Frame *frame, u64 row, u64 offset, u64 object, u64 other,
               u64 extra) {
    if (!when)
        return;
    struct Finding *finding = &ctx->findings[row];
    ctx->told = row + 1;
    if (finding->count++)
        return;
    ctx->used_rows[++*ctx->used_rows] = row;
    finding->offset = offset;
    finding->object = object;
    finding->block = ctx->block;
    finding->thread = frame->linear;
    finding->other = other;
    finding->epoch = ctx->epoch;
    finding->extra = extra;
}

void abort_launch(struct Context *ctx, struct Frame *frame, u64 code, u64 site) {
    ctx->abort_code = code;
    ctx->abort_site = site;
    ctx->abort_thread = frame->linear;
}
