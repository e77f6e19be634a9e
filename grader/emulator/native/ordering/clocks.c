/* What threads know of one another, in kernels whose threads are ordered by more than the block's barrier.

   A *row* has an epoch for each thread: what thread u did before epoch row[u] happened before. Rows are shared and
   counted (`set_row`, `absorb`), so that threads that met at a barrier hold one row together. A thread has three:

   - `known`: what happened before anything the thread does from now on;
   - `fenced`: what a fence by someone whom the thread knows has made visible, so that a later flag tells it;
   - `pending`: what flags that were seen have told, which the next fence makes known.

   Within a block, what came before the last barrier of the whole block (`interval`) is known without a row. Where blocks
   can be ordered, rows have a place for every thread of the grid (`stride` threads a block), else for those of one block. */

#include "ordering.h"

/* Held so often that it never becomes free. */
static const i64 FOREVER = 1ll << 40;

/* Where rows have run out: the pool's first, which nobody reads any more, since the books are blind. */
static struct Row *last_resort(struct Context *ctx) {
    struct Row *row = (struct Row *)ctx->rows;
    ctx->books->blind = 1;
    row->holders = FOREVER;
    return row;
}

static struct Row *new_row(struct Context *ctx) {
    struct Books *books = ctx->books;
    u64 place = books->row_free;
    struct Row *row = (struct Row *)(ctx->rows + place);
    if (place) {
        books->row_free = row->next_free;
    } else {
        if (books->row_used + ctx->row_bytes > books->row_limit)
            return last_resort(ctx);
        row = (struct Row *)(ctx->rows + books->row_used);
        books->row_used += ctx->row_bytes;
    }
    row->holders = 0;
    return row;
}

static void let_go(struct Context *ctx, struct Row *row) {
    if (--row->holders)
        return;
    row->next_free = ctx->books->row_free;
    ctx->books->row_free = (u8 *)row - ctx->rows;
}

/* Let a field hold this row, or none, instead of what it held. */
void set_row(struct Context *ctx, struct Row **field, struct Row *row) {
    struct Row *old = *field;
    if (row == old)
        return;
    if (row)
        row->holders++;
    *field = row;
    if (old)
        let_go(ctx, old);
}

typedef u32 Epochs __attribute__((vector_size(32), aligned(8)));

/* The later of both epochs, for each thread. */
static void join_rows(struct Context *ctx, struct Row *to, struct Row *one, struct Row *other) {
    for (u64 n = 0; n < ctx->width; n += 8) {
        Epochs a = *(Epochs *)&one->epochs[n], b = *(Epochs *)&other->epochs[n];
        *(Epochs *)&to->epochs[n] = __builtin_elementwise_max(a, b);
    }
}

/* A row that will tell more goes on with its line if no other row has. */
static void go_on_with(struct Context *ctx, struct Row *row, struct Row *line) {
    if (!line || !line->last) {
        row->line = ++ctx->books->lines;
        row->number = 0;
    } else if (row != line) {
        row->line = line->line;
        row->number = line->number + 1;
        line->last = false;
    }
    row->last = true;
}

/* Whether a row tells all that another one tells, as far as their line says it. */
static bool tells_all_of(const struct Row *row, const struct Row *other) {
    return row == other || (row->line == other->line && row->number > other->number);
}

/* Add to a field what a row tells. */
void absorb(struct Context *ctx, struct Row **field, struct Row *row) {
    struct Row *old = *field;
    if (!row || (old && tells_all_of(old, row)))
        return;
    if (!old || tells_all_of(row, old)) {
        set_row(ctx, field, row);
        return;
    }
    struct Row *both = old->holders == 1 ? old : new_row(ctx);
    join_rows(ctx, both, old, row);
    go_on_with(ctx, both, old);
    set_row(ctx, field, both);
}

/* Make a field's row its own, to be written to; a field without one gets one that tells of nothing. */
void own_row(struct Context *ctx, struct Row **field) {
    struct Row *old = *field, *own = old;
    if (!old || old->holders > 1) {
        own = new_row(ctx);
        if (old)
            join_rows(ctx, own, old, old);
        else
            __builtin_memset(own->epochs, 0, ctx->width * sizeof *own->epochs);
    }
    go_on_with(ctx, own, old);
    set_row(ctx, field, own);
}

u64 next_moment(struct Context *ctx) {
    ctx->epoch += NEXT_EPOCH;
    return epoch_of(ctx->epoch);
}

void mark_row(struct Context *ctx, struct Row *row, struct Frame *frame, u64 moment) {
    row->epochs[ctx->stride * ctx->block + frame->linear] = (u32)moment;
}

/* What the thread's block knows by its last barrier, where rows are for all blocks. */
static void add_interval(struct Context *ctx, struct Row *row) {
    u32 *epochs = row->epochs + ctx->block * ctx->stride;
    u32 passed = (u32)epoch_of(ctx->interval);
    for (u64 n = 0; n < ctx->stride; n++)
        epochs[n] = epochs[n] < passed ? passed : epochs[n];
}

/* Let a field tell of all that the thread did, and of what its block knows. */
static void complete_row(struct Context *ctx, struct Row **field, struct Frame *frame) {
    own_row(ctx, field);
    mark_row(ctx, *field, frame, next_moment(ctx));
    add_interval(ctx, *field);
}

void fence(struct Context *ctx, struct Frame *frame) {
    struct Knowledge *own = &frame->knows;
    absorb(ctx, &own->known, own->pending);
    set_row(ctx, &own->pending, NULL);
    set_row(ctx, &own->fenced, own->known);
    complete_row(ctx, &own->fenced, frame);
}

/* A strong load has read the flag at `ctx->flag`. */
void observe(struct Context *ctx, struct Frame *frame, bool acquires) {
    absorb(ctx, acquires ? &frame->knows.known : &frame->knows.pending, *ctx->flag);
}

/* A strong store, or an atomic update that `keeps` what was told there before, has written to the flag. */
void publish(struct Context *ctx, struct Frame *frame, bool releases, bool keeps) {
    if (!keeps)
        set_row(ctx, ctx->flag, NULL);
    absorb(ctx, ctx->flag, frame->knows.fenced);
    if (!releases)
        return;
    absorb(ctx, ctx->flag, frame->knows.known);
    complete_row(ctx, ctx->flag, frame);
}

/* Whether a flag has told the thread of another's access, and only a fence is missing. */
bool told_by_flag(struct Context *ctx, struct Frame *frame, u64 block, u64 thread, u64 epoch) {
    struct Row *pending = frame->knows.pending;
    bool comparable = ctx->stride || block == ctx->block;
    return comparable && pending && epoch < pending->epochs[block * ctx->stride + thread];
}
