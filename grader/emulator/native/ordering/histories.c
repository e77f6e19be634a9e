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
    u32 *end;
    u32 *readers;
    /* The last that stays, of the same class, block and warp. */
    u64 *mate;
    u64 count;
    u8 classes;
    bool raced;
    /* The present reader has found its place, or itself. */
    bool settled;
};

/* What every read goes through: a call would cost more than what it does. */
#define AT_ONCE static inline __attribute__((always_inline))

AT_ONCE struct Node *node_at(struct Context *ctx, u32 place) {
    return (struct Node *)(ctx->nodes + place);
}

AT_ONCE u64 last_stamp(const struct Node *node) {
    return node->step ? node->stamps[1] : node->stamps[node->count - 1];
}

/* Whether the last access of a node is by the same thread in the same epoch. */
AT_ONCE bool same_access(const struct Node *node, u64 who, u64 stamp) {
    return node->who == who && one_after_another(last_stamp(node), stamp);
}

/* Put a stamp beside those of a node that is in use; false where the node has no room. */
AT_ONCE bool put_beside(struct Node *node, u64 stamp) {
    if (node->count == 2 && stamp - node->stamps[1] == node->stamps[1] - node->stamps[0])
        node->step = stamp - node->stamps[1];
    if (node->step) {
        if (stamp - node->stamps[1] != node->step)
            return false;
        node->stamps[1] = stamp;
    } else {
        if (node->count >= TOGETHER)
            return false;
        node->stamps[node->count] = stamp;
    }
    node->count++;
    return true;
}

/* Put a new node of one access at this place of the list; NULL where there is none to be had. */
static struct Node *new_node(struct Context *ctx, u32 *link, u64 who, u64 stamp) {
    struct Books *books = ctx->books;
    u64 place = books->node_free;
    struct Node *node = node_at(ctx, (u32)place);
    if (place) {
        books->node_free = node->next;
    } else {
        place = books->node_used;
        if (place + sizeof *node > books->node_limit)
            return NULL;
        books->node_used += sizeof *node;
        node = node_at(ctx, (u32)place);
    }
    node->who = who;
    node->next = *link;
    node->count = 1;
    node->step = 0;
    node->stamps[0] = stamp;
    *link = (u32)place;
    return node;
}

/* Put an access at this place of the list, beside others like it or in a new node; how much longer the list becomes: a
   run counts as one access, for nobody goes through it but who is in conflict. */
static u32 insert(struct Context *ctx, u32 *link, u64 who, u64 stamp) {
    struct Node *node = node_at(ctx, *link);
    if (who & ASYNC) {
        node = new_node(ctx, link, who, stamp);
        if (node)
            node->copy_group = open_group(ctx, thread_of(stamp));
    } else if (node->who != who || !put_beside(node, stamp)) {
        new_node(ctx, link, who, stamp);
    } else {
        return !node->step;
    }
    return 1;
}

/* Make of a run what can be looked at one by one. */
static void unfold(struct Context *ctx, struct Node *node) {
    u64 stamp = node->stamps[0], step = node->step;
    u32 count = node->count;
    node->step = 0;
    node->count = 1;
    while (--count && node) {
        stamp += step;
        if (node->count < TOGETHER)
            node->stamps[node->count++] = stamp;
        else
            node = new_node(ctx, &node->next, node->who, stamp);
    }
}

/* A plain reader takes its place beside the first of those who only read, if it is not there yet. */
AT_ONCE void stand_beside(struct Context *ctx, struct History *history, u32 *readers, u64 who, u64 stamp) {
    struct Node *node = node_at(ctx, *readers);
    if (node->who == who && (one_after_another(last_stamp(node), stamp) || (node->step && put_beside(node, stamp))))
        return;
    history->length += insert(ctx, readers, who, stamp);
    history->classes |= READ;
}

static void free_node(struct Context *ctx, u32 *link) {
    u32 place = *link;
    struct Node *node = node_at(ctx, place);
    *link = node->next;
    node->next = (u32)ctx->books->node_free;
    ctx->books->node_free = place;
}

static void free_list(struct Context *ctx, u32 *head) {
    while (*head)
        free_node(ctx, head);
}

/* Before which epoch accesses of a thread of the own block happened, where all did before this one. */
AT_ONCE u64 past_here(struct Context *ctx, struct Frame *frame, u64 thread, u64 past) {
    struct Row *known = frame->knows.known;
    u64 told = known ? known->epochs[ctx->block * ctx->stride + thread] : 0;
    return told > past ? told : past;
}

/* The same of a thread of any block, for the present access. */
static u64 past_of(struct Context *ctx, struct Frame *frame, const struct Present *present, u64 block, u64 thread) {
    struct Row *known = frame->knows.known;
    if (block == ctx->block)
        return past_here(ctx, frame, thread, present->near);
    u64 told = known && ctx->stride ? known->epochs[block * ctx->stride + thread] : 0;
    return told > present->far ? told : present->far;
}

/* Meet one access of a node; whether it leaves. */
static bool meet_access(struct Context *ctx, struct Frame *frame, const struct Present *present, struct Walk *walk,
                        const struct Node *node, u64 stamp) {
    u64 class = node->who & CLASSES, block = node->who >> 8, thread = thread_of(stamp);
    bool near = block == ctx->block, own = near && thread == thread_of(present->stamp);
    u64 issued = epoch_of(stamp);
    u64 epoch = near && node->who & ASYNC ? copy_time(ctx, node) : issued;
    bool happened = epoch != NOT_YET;
    u64 past = past_of(ctx, frame, present, block, thread);
    bool ordered = happened && (own || epoch < past);
    bool hostile = class & present->conflicts;
    if (hostile && !ordered) {
        /* A wait alone is missing only where the copy was begun before. */
        bool only_wait = !happened && (own || issued < past);
        u64 missing = (told_by_flag(ctx, frame, block, thread, epoch) ? UNFENCED : 0) | (only_wait ? UNWAITED : 0);
        report_if(true, ctx, frame, present->row, present->offset, present->object, stamp,
                  class | present->space | (block + 1) << OTHER_BLOCK_SHIFT | missing);
        walk->raced = true;
    }
    /* Shared memory is the block's alone, of which all that will come is after its last barrier. */
    bool over = happened && epoch < present->near && present->space == IN_SHARED;
    return over || (class & present->covers && (ordered || hostile));
}

/* Whether all accesses of a node are by the block itself and happened before the present one, which stands for them. */
static bool replaced(struct Context *ctx, struct Frame *frame, const struct Present *present, const struct Node *node) {
    if (node->who >> 8 != ctx->block || node->who & ASYNC || !(node->who & present->covers))
        return false;
    const u32 *told = frame->knows.known ? frame->knows.known->epochs + ctx->block * ctx->stride : NULL;
    if (node->step && epoch_of(node->stamps[0]) < present->near && epoch_of(node->stamps[1]) < present->near)
        return true;
    u64 run = node->stamps[0];
    for (u32 n = 0; n < node->count; n++, run += node->step) {
        u64 stamp = node->step ? run : node->stamps[n];
        if (epoch_of(stamp) >= present->near && !(told && epoch_of(stamp) < told[thread_of(stamp)]) &&
            thread_of(stamp) != thread_of(present->stamp))
            return false;
    }
    return true;
}

/* Meet the accesses of a node; whether any of them stay. */
static bool meet_node(struct Context *ctx, struct Frame *frame, const struct Present *present, struct Walk *walk,
                      struct Node *node) {
    if (replaced(ctx, frame, present, node))
        return false;
    if (node->step)
        unfold(ctx, node);
    u32 stay = 0;
    for (u32 n = 0; n < node->count; n++) {
        u64 stamp = node->stamps[n];
        if (meet_access(ctx, frame, present, walk, node, stamp))
            continue;
        node->stamps[stay] = stamp;
        if (present->at_once && node->who == present->who && thread_of(stamp) / 32 == thread_of(present->stamp) / 32)
            walk->mate = &node->stamps[stay];
        stay++;
    }
    node->count = stay;
    walk->count += stay;
    if (stay)
        walk->classes |= node->who & CLASSES;
    return stay;
}

/* Meet everybody; a reader of a short list stops at the first that only read, and stands beside it. */
static struct Walk walk_along(struct Context *ctx, struct Frame *frame, const struct Present *present,
                              struct History *history) {
    struct Walk walk = {.end = &history->first};
    while (*walk.end) {
        struct Node *node = node_at(ctx, *walk.end);
        if (!walk.readers && (node->who & (CLASSES | ASYNC)) == READ) {
            walk.readers = walk.end;
            if (present->reads && history->length < history->walk_at) {
                /* Behind a reader are none that it conflicts with. */
                history->classes = (history->classes & ~CONFLICTS[READ]) | walk.classes;
                stand_beside(ctx, history, walk.readers, present->who, present->stamp);
                walk.settled = true;
                return walk;
            }
        }
        if (meet_node(ctx, frame, present, &walk, node))
            walk.end = &node->next;
        else
            free_node(ctx, walk.end);
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
        insert(ctx, &history->first, present->who, present->stamp);
        return;
    }
    history->classes = walk->classes | present->class;
    history->length = (u32)walk->count + 1;
    history->walk_at = 2 * (u32)walk->count + WALK_AT;
    if (walk->count > LONG && walk->mate)
        *walk->mate = present->stamp;
    else if (walk->count <= MOST || present->class == WRITE)
        insert(ctx, !present->reads ? &history->first : walk->readers ? walk->readers : walk->end, present->who,
               present->stamp);
}

AT_ONCE u64 who_is(struct Context *ctx, u64 access) {
    return ctx->block << 8 | (access & (CLASSES | ASYNC));
}

AT_ONCE u8 conflicts_of(u64 access) {
    return CONFLICTS[access & CLASSES] | (access & OF_DATA ? UPDATE : 0);
}

/* Meet the accesses of a history one by one, and become part of it. */
static void meet_each(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row,
                      u64 offset, u64 object, u64 space) {
    bool blind = ctx->books->blind;
    struct Present present = {
        .stamp = stamp,
        .who = who_is(ctx, access),
        .class = access & CLASSES,
        .conflicts = conflicts_of(access),
        .covers = STANDS_FOR[access & CLASSES],
        .at_once = !(access & ASYNC),
        .reads = (access & (CLASSES | ASYNC)) == READ,
        .near = blind ? EVERYTHING : epoch_of(ctx->interval),
        .far = blind ? EVERYTHING : ctx->foreign,
        .row = row,
        .offset = offset,
        .object = object,
        .space = space,
    };
    struct Walk walk = walk_along(ctx, frame, &present, history);
    if (!walk.settled)
        add(ctx, &present, history, &walk);
}

/* An access to a granule meets those of the granule's history, and becomes part of it. `access` is its class, with
   `ASYNC` and `OF_DATA`; `row`, `offset`, `object` and `space` (shifted) are what a finding says. */
void meet(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp, u64 access, u64 row, u64 offset,
          u64 object, u64 space) {
    u64 who = who_is(ctx, access), class = access & CLASSES;
    bool at_once = !(access & ASYNC);
    if (at_once && same_access(node_at(ctx, history->first), who, stamp))
        return;
    if (at_once && !(history->classes & conflicts_of(access)) && history->length < history->walk_at) {
        /* Nobody there to conflict with: no need to look at them one by one. */
        history->classes |= class;
        history->length += history->length > MOST ? 1 : insert(ctx, &history->first, who, stamp);
    } else {
        meet_each(ctx, frame, history, stamp, access, row, offset, object, space);
    }
    /* A plain write ends what a flag at this place has told. */
    if (class == WRITE && history->told)
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

/* Most accesses are plain reads of what one thread of the block wrote before, or of what was only read: whether this is
   one, and all is done. */
bool read_quietly(struct Context *ctx, struct Frame *frame, struct History *history, u64 stamp) {
    u64 own = ctx->block << 8;
    u32 *link = &history->first;
    struct Node *node = node_at(ctx, *link);
    if (history->length >= history->walk_at)
        return false;
    if (node->who == (own | WRITE) && node->count == 1) {
        u64 written = *node->stamps;
        if (written >= ctx->interval && thread_of(written) != thread_of(stamp) &&
            epoch_of(written) >= past_here(ctx, frame, thread_of(written), 0))
            return false;
        link = &node->next;
        node = node_at(ctx, *link);
    }
    if (*link && node->who != (own | READ))
        return false;
    stand_beside(ctx, history, link, own | READ, stamp);
    return true;
}
