/* Which block of the grid has a turn: the first first, or the last, or in panels of a few blocks side by side, all rows of
   blocks in each; what such blocks read of a wide matrix stays in a core's own cache. */

#include "scheduling.h"

void place_block(struct Context *ctx, u64 turn) {
    u64 across = ctx->nctaid_x, rows = ctx->nctaid_y * ctx->nctaid_z, stripe = ctx->panel * rows;
    u64 left = turn / stripe * ctx->panel, wide = across - left < ctx->panel ? across - left : ctx->panel;
    u64 place = turn % stripe, block = place / wide * across + left + place % wide;
    if (ctx->mirrored)
        block = across * rows - 1 - turn;
    ctx->block = turn;
    ctx->ctaid_x = block % across;
    ctx->ctaid_y = block / across % ctx->nctaid_y;
    ctx->ctaid_z = block / across / ctx->nctaid_y;
}
