/* What is wrong with an access, or with a thread at a barrier: exact answers, for what a quick question suspects.

   A race is two accesses by different threads to a common byte, at least one a write, not both atomic, with no barrier
   between them; blocks are never ordered. `checkers/races.py` says what the fields of shadow memory hold. */

#include "judging.h"
#include "ordering/ordering.h"

#define INLINE static inline __attribute__((always_inline))

struct Access {
    struct Context *ctx;
    struct Frame *frame;
    const struct Shape *shape;
    u64 site, offset, object, stamp, interval, begin, granules, stride;
    u8 *record;
    u64 space, deed;
};

INLINE void report(const struct Access *access, i64 first_row, u64 other) {
    report_if(first_row >= 0, access->ctx, access->frame, first_row + access->site, access->offset, access->object,
              other, access->space);
}

#define EACH_RECORD(record, access)                                                                                    \
    for (u8 *record = (access)->record, *end = record + (access)->granules * (access)->stride; record < end;           \
         record += (access)->stride)
#define FIELD(record, place) (*(u64 *)((record) + (place)))

/* Whether a load finds a granule without a store: in this block; of global memory, where the launch says that there is
   nothing to read before. */
INLINE void judge_content(const struct Access *access, u64 fresh) {
    bool unset = false;
    u64 least = access->space == IN_GLOBAL ? fresh != 0 : access->begin;
    EACH_RECORD(record, access)
        unset |= FIELD(record, access->shape->write) < least;
    if (unset)
        report(access, first_row_of_uninitialized_read, 0);
}

/* Report if the access with this stamp is by another thread and no barrier orders it before this one. */
INLINE void compare(const struct Access *access, u64 other) {
    bool now = other >= access->interval && (other ^ access->stamp) >= MOST_SITES;
    if (now || (access->space == IN_GLOBAL && other > EARLIER && other < access->begin))
        report(access, first_row_of_data_race, other);
}

/* The readers, or the updates: `places` are those of the first, the last and the one before it. */
INLINE void compare_with_each(const struct Access *access, const i64 *places) {
    if (places[0] < 0)
        return;
    EACH_RECORD(record, access) {
        compare(access, FIELD(record, places[0]));
        compare(access, FIELD(record, places[1]));
        if (access->space == IN_GLOBAL)
            compare(access, FIELD(record, places[2]));
    }
}

INLINE void note_among(const struct Access *access, const i64 *places) {
    EACH_RECORD(record, access) {
        u64 *first = &FIELD(record, places[0]), *last = &FIELD(record, places[1]);
        if (access->space == IN_GLOBAL)
            note_in_grid(first, last, &FIELD(record, places[2]), access->stamp);
        else
            note_in_block(first, last, access->interval, access->stamp);
    }
}

INLINE void meet_all(const struct Access *access) {
    const struct Shape *shape = access->shape;
    u64 row = first_row_of_data_race + access->site;
    EACH_RECORD(record, access) {
        struct History *history = (struct History *)(record + shape->history);
        /* A loop that polls a flag leaves one trace. */
        if ((shape->class & CLASSES) == WATCH && shape->write >= 0)
            poll(access->ctx, access->frame, history, access->stamp, shape->class, row, access->offset, access->object,
                 access->space, &FIELD(record, shape->write));
        else
            meet(access->ctx, access->frame, history, access->stamp, shape->class, row, access->offset, access->object,
                 access->space);
    }
}

INLINE void leave_stamp(const struct Access *access, i64 place) {
    if (place >= 0)
        EACH_RECORD(record, access)
            FIELD(record, place) = access->stamp;
}

INLINE void judge_order(const struct Access *access) {
    const struct Shape *shape = access->shape;
    const i64 *readers = &shape->first, *updates = &shape->atomic_first;
    u64 deed = access->deed;
    EACH_RECORD(record, access)
        compare(access, FIELD(record, shape->store >= 0 ? shape->store : shape->write));
    if (deed != READ)
        compare_with_each(access, readers);
    if (deed != UPDATE)
        compare_with_each(access, updates);
    if (deed == WRITE)
        leave_stamp(access, shape->store);
    else
        note_among(access, deed == UPDATE ? updates : readers);
}

void judge(struct Context *ctx, struct Frame *frame, u64 site, bool ok, bool aligned, u64 offset, u64 object, u8 *record,
           u64 fresh, const struct Shape *shape) {
    u64 space = shape->space, deed = shape->deed;
    struct Access access = {
        .ctx = ctx, .frame = frame, .shape = shape, .site = site, .offset = offset, .object = object,
        .stamp = ctx->epoch | frame->linear << THREAD_SHIFT | site, .interval = ctx->interval, .begin = ctx->begin,
        .granules = shape->granules, .stride = shape->stride, .record = record, .space = space, .deed = deed,
    };
    if (!ok) {
        /* It has no shadow to read, and leaves no stamp. */
        report(&access, aligned ? first_row_of_out_of_bounds : first_row_of_misaligned_access, 0);
        return;
    }
    if (deed != WRITE && shape->content && first_row_of_uninitialized_read >= 0)
        judge_content(&access, fresh);
    if (space != IN_LOCAL && shape->history >= 0)
        meet_all(&access);
    else if (space != IN_LOCAL && first_row_of_data_race >= 0)
        judge_order(&access);
    if (deed != READ)
        leave_stamp(&access, shape->write);
}

/* A thread of a block whose threads did not all come to one barrier; `first` is the state of the first that waits. */
void judge_thread(struct Context *ctx, struct Frame *frame, i64 state, i64 first, u64 first_thread) {
    bool left = state < 0;
    i64 first_row = left ? first_row_of_early_exit : first_row_of_barrier_divergence;
    if (first_row < 0 || !state || state == first)
        return;
    u64 other = first_thread << THREAD_SHIFT | suspension_site(first);
    report_if(true, ctx, frame, first_row + (left ? (u64)(-1 - state) : suspension_site(state)), 0, 0, other, 0);
}
