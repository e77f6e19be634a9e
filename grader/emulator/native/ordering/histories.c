/* Who touched a granule and may still be in conflict with somebody: a list for each granule.

   `meet` walks the list: an access that conflicts with the present one and did not happen before it is a race; one that
   happened before and that the present one stands for (all that would conflict with it later conflicts with the present
   one as well) leaves the list. Lists stay short: between two barriers they hold the readers of a granule, after the
   next write only that.

   Plain reads stand behind all that they conflict with. So a reader, who has no quarrel with other readers, stops at the
   first of them: else each of the 32 readers of a tile's cell would meet all those before it.

   Classes and what they conflict with: plain writes with all, plain reads with writes of both sorts, atomic updates and
   strong writes with plain accesses, strong reads (of a flag that somebody waits for) with plain writes. A relaxed read
   of data, on which no branch depends, is told of as well where it meets a strong write with nothing to order them: that
   is no race by PTX's words, but what it reads depends on whose turn came first. Accesses by an asynchronous copy happen
   when the thread has waited for its group of copies: until then nothing comes after them. */

#include "ordering.h"
#include "threads/threads.h"

static const u8 CONFLICTS[] = {
    [WRITE] = WRITE | READ | UPDATE | WATCH,
    [READ] = WRITE | UPDATE,
    [UPDATE] = WRITE | READ,
    [WATCH] = WRITE,
};
/* Which earlier accesses a later one stands for: those whose conflicts are all its own. */
static const u8 STANDS_FOR[] = {
    [WRITE] = WRITE | READ | UPDATE | WATCH,
    [READ] = READ | WATCH,
    [UPDATE] = UPDATE | WATCH,
    [WATCH] = WATCH,
};

enum : u64 {
    /* From the first length on, of the accesses of one class by one warp the last one stands for all; from the second
       on, only writes are taken in. */
    LONG = 320,
    MOST = 640,
    /* Accesses between which a list is not looked through while nobody in it is in conflict; how many who race for one
       word are remembered. */
    WALK_AT = 16,
    CROWD = 64,
    EVERYTHING = 1ull << 32,
};

/* The access that meets the others. */
struct Present {
    u64 stamp;
    u64 who;
    u8 class;
    u8 conflicts, covers;
    bool at_once;
    /* A plain read by the thread itself. */
    bool reads;
    /* Epochs before which all is past: for the own block, and for others. */
    u64 near, far;
    /* What is said of a race. */
    u64 row, offset, object, space;
};

/* What a walk along the list has found. */
struct Walk {
    /* Where the list ends, and where its first plain reader hangs. */
    u64 *end;
    u64 *readers;
    /* The last that stays, of the same class, block and warp. */
    struct Node *mate;
    u64 count;
    u8 classes;
    bool raced;
    /* The present reader has found its place, or itself. */
    bool settled;
};

static struct Node *node_at(struct Context *ctx, u64 place) {
    return (struct Node *)(ctx->nodes + place);
}

static bool same_access(const struct Present *present, const struct Node *node) {
    return one_after_another(node->stamp, present->stamp) && node->who == present->who;
}

/* A new node at this place of the list, if there is one to be had. */
static void insert(struct Context *ctx, const struct Present *present, u64 *link) {
    struct Books *books = ctx->books;
    u64 place = books->node_free;
    struct Node *node = node_at(ctx, place);
    if (place) {
        books->node_free = node->next;
    } else {
        place = books->node_used;
        if (place + sizeof *node > books->node_limit)
            return;
        books->node_used += sizeof *node;
        node = node_at(ctx, place);
    }
    node->stamp = present->stamp;
    node->who = present->who;
    node->next = *link;
    *link = place;
    if (!present->at_once)
        node->copy_group = open_group(ctx, thread_of(present->stamp));
}

static void free_list(struct Context *ctx, u64 *head) {
    struct Node *last = node_at(ctx, *head);
    while (last->next)
        last = node_at(ctx, last->next);
    last->next = ctx->books->node_free;
    ctx->books->node_free = *head;
    *head = 0;
}

/* Before which epoch accesses of a thread happened before the present one. */
static u64 past_of(struct Context *ctx, struct Frame *frame, const struct Present *present, u64 block, u64 thread) {
    struct Row *known = frame->knows.known;
    bool near = block == ctx->block;
    u64 past = near ? present->near : present->far;
    if (!known || !(near || ctx->stride))
        return past;
    u64 told = known->epochs[block * ctx->stride + thread];
    return told > past ? told : past;
}

/* Meet one access of the list; whether it leaves. */
static bool meet_node(struct Context *ctx, struct Frame *frame, const struct Present *present, struct Walk *walk,
                      struct Node *node) {
    u64 class = node->who & CLASSES, block = node->who >> 8, thread = thread_of(node->stamp);
    bool near = block == ctx->block, own = near && thread == thread_of(present->stamp);
    u64 issued = epoch_of(node->stamp);
    u64 epoch = near && node->who & ASYNC ? copy_time(ctx, node) : issued;
    bool happened = epoch != NOT_YET;
    u64 past = past_of(ctx, frame, present, block, thread);
    bool ordered = happened && (own || epoch < past);
    bool hostile = class & present->conflicts;
    if (hostile && !ordered) {
        /* A wait alone is missing only where the copy was begun before. */
        bool only_wait = !happened && (own || issued < past);
        u64 missing = (told_by_flag(ctx, frame, block, thread, epoch) ? UNFENCED : 0) | (only_wait ? UNWAITED : 0);
        report_if(true, ctx, frame, present->row, present->offset, present->object, node->stamp,
                  class | present->space | (block + 1) << OTHER_BLOCK_SHIFT | missing);
        walk->raced = true;
    }
    /* Shared memory is the block's alone, of which all that will come is after its last barrier. */
    bool over = happened && epoch < present->near && present->space == IN_SHARED;
    return over || (class & present->covers && (ordered || hostile));
}

static void keep(const struct Present *present, struct Walk *walk, struct Node *node) {
    bool same_warp = thread_of(node->stamp) / 32 == thread_of(present->stamp) / 32;
    walk->count++;
    walk->classes |= node->who & CLASSES;
    if (present->at_once && node->who == present->who && same_warp)
        walk->mate = node;
}

/* Meet everybody; a reader of a short list stops at the first that only read, and stands beside it. */
static struct Walk walk_along(struct Context *ctx, struct Frame *frame, const struct Present *present,
                              struct History *history) {
    struct Walk walk = {.end = &history->first};
    while (*walk.end) {
        u64 place = *walk.end;
        struct Node *node = node_at(ctx, place);
        if (!walk.readers && (node->who & (CLASSES | ASYNC)) == READ) {
            walk.readers = walk.end;
            if (present->reads && history->length < history->walk_at) {
                if (!same_access(present, node)) {
                    history->length++;
                    history->classes = (history->classes & ~CONFLICTS[READ]) | walk.classes | READ;
                    insert(ctx, present, walk.readers);
                }
                walk.settled = true;
                return walk;
            }
        }
        if (meet_node(ctx, frame, present, &walk, node)) {
            *walk.end = node->next;
            node->next = ctx->books->node_free;
            ctx->books->node_free = place;
        } else {
            keep(present, &walk, node);
            walk.end = &node->next;
        }
    }
    return walk;
}

/* After a walk: the present access becomes part of the list. */
static void add(struct Context *ctx, const struct Present *present, struct History *history, const struct Walk *walk) {
    if (walk->raced && walk->count > CROWD) {
        /* Many who race for one word: one of them will do from now on. */
        free_list(ctx, &history->first);
        history->classes = present->class;
        history->length = 1;
        history->walk_at = WALK_AT;
        insert(ctx, present, &history->first);
        return;
    }
    history->classes = walk->classes | present->class;
    history->length = (u32)walk->count + 1;
    history->walk_at = 2 * (u32)walk->count + WALK_AT;
    if (walk->count > LONG && walk->mate)
        walk->mate->stamp = present->stamp;
    else if (walk->count <= MOST || present->class == WRITE)
        insert(ctx, present, !present->reads ? &history->first : walk->readers ? walk->readers : walk->end);
}

static struct Present present_access(struct Context *ctx, u64 stamp, u64 access) {
    u8 class = access & CLASSES;
    bool blind = ctx->books->blind;
    return (struct Present){
        .stamp = stamp,
        .who = ctx->block << 8 | (access & (CLASSES | ASYNC)),
        .class = class,
        .conflicts = CONFLICTS[class] | (access & OF_DATA ? UPDATE : 0),
        .covers = STANDS_FOR[class],
        .at_once = !(access & ASYNC),
        .reads = (access & (CLASSES | ASYNC)) == READ,
        .near = blind ? EVERYTHING : epoch_of(ctx->interval),
        .far = blind ? EVERYTHING : ctx->foreign,
    };
}

/* An access to a granule meets those of the granule's history, and becomes part of it. `access` is its class, with
   `ASYNC` and `OF_DATA`; `row`, `offset`, `object` and `space` (shifted) are what a finding says. */
void meet(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row, u64 offset,
          u64 object, u64 space) {
    struct Present present = present_access(ctx, stamp, access);
    present.row = row, present.offset = offset, present.object = object, present.space = space;
    if (present.at_once && same_access(&present, node_at(ctx, history->first)))
        return;
    bool calm = !(history->classes & present.conflicts) && history->length < history->walk_at;
    if (calm && present.at_once) {
        /* Nobody there to conflict with: no need to look at them one by one. */
        bool full = history->length > MOST;
        history->length++;
        history->classes |= present.class;
        if (full)
            return;
        insert(ctx, &present, &history->first);
    } else {
        struct Walk walk = walk_along(ctx, frame, &present, history);
        if (!walk.settled)
            add(ctx, &present, history, &walk);
    }
    /* A plain write ends what a flag at this place has told. */
    if (present.class == WRITE && history->told)
        set_row(ctx, &history->told, NULL);
}

/* Who goes round and round at a flag leaves one trace, until somebody writes there. */
void poll(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row, u64 offset,
          u64 object, u64 space, const u64 *last_write) {
    if (frame->polled == history && one_after_another(frame->polled_stamp, stamp) && frame->polled_write == *last_write)
        return;
    frame->polled = history;
    frame->polled_stamp = stamp;
    frame->polled_write = *last_write;
    meet(ctx, frame, history, stamp, access, row, offset, object, space);
}

/* Shared memory of the next block has no history. */
void forget_shared(struct Context *ctx) {
    u8 *record = ctx->shared_shadow + shared_history;
    for (u64 byte = 0; byte < ctx->shared_bytes; byte += shared_granule, record += shared_stride) {
        struct History *history = (struct History *)record;
        if (history->first) {
            free_list(ctx, &history->first);
            history->classes = history->length = history->walk_at = 0;
        }
        set_row(ctx, &history->told, NULL);
    }
}
