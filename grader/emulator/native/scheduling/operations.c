/* What warp collectives compute (PTX ISA, 9.7.9.6 and 9.7.13).

   A lane brings x0, x1, x2 and finds y0, y1. `have` is the set of lanes that came together. */

#include "records.h"

/* `shfl.sync`: x0 is the value, x1 the lane or the distance, x2 the clamp and, from bit 8 on, the segment's mask. */
void warp_shuffle(struct Frames *frames, u64 have, i64 mode) {
    EACH_LANE(lane, have) {
        struct Frame *frame = frame_at(frames, lane);
        u64 wanted = frame->x1 & 31, segment = frame->x2 >> 8 & 31;
        u64 own = lane & segment;
        i64 limit = own | (frame->x2 & 31 & ~segment);
        i64 source = mode == SHUFFLE_UP     ? (i64)(lane - wanted)
                     : mode == SHUFFLE_DOWN ? (i64)(lane + wanted)
                     : mode == SHUFFLE_BFLY ? (i64)(lane ^ wanted)
                                            : (i64)(own | (wanted & ~segment));
        bool inside = mode == SHUFFLE_UP ? source >= limit : source <= limit;
        u64 from = inside ? (u64)source : lane;
        struct Frame *giver = frame_at(frames, have >> from & 1 ? from : lane);
        frame->y0 = giver->x0;
        frame->found_mark = giver->brought_mark;
        frame->y1 = inside;
    }
}

/* The lanes whose x0 is this, or is true. */
static u64 who_has(struct Frames *frames, u64 have, u64 value) {
    u64 who = 0;
    EACH_LANE(lane, have)
        who |= (u64)(frame_at(frames, lane)->x0 == value) << lane;
    return who;
}

static void give_all(struct Frames *frames, u64 have, u64 answer) {
    EACH_LANE(lane, have)
        frame_at(frames, lane)->y0 = answer;
}

/* `vote.sync` of the truth in x0. */
void warp_vote(struct Frames *frames, u64 have, i64 mode) {
    u64 no = who_has(frames, have, 0), ballot = have & ~no;
    u64 answer = mode == VOTE_BALLOT ? ballot : mode == VOTE_ALL ? !no : mode == VOTE_ANY ? ballot != 0 : !no || !ballot;
    give_all(frames, have, answer);
}

/* `match.sync`: who has the same value as each lane, or whether all have. */
void warp_match(struct Frames *frames, u64 have, i64 mode) {
    EACH_LANE(lane, have) {
        struct Frame *frame = frame_at(frames, lane);
        u64 same = who_has(frames, have, frame->x0);
        bool all = same == have;
        frame->y0 = mode == MATCH_ANY ? same : all ? have : 0;
        frame->y1 = all;
    }
}

/* `redux.sync` of 32-bit values. */
void warp_reduce(struct Frames *frames, u64 have, i64 operation) {
    bool is_first = true;
    u32 total = 0;
    EACH_LANE(lane, have) {
        u32 value = (u32)frame_at(frames, lane)->x0;
        bool below = operation == REDUCE_MIN_S32 || operation == REDUCE_MAX_S32 ? (int32_t)value < (int32_t)total
                                                                                : value < total;
        bool least = operation == REDUCE_MIN_U32 || operation == REDUCE_MIN_S32;
        total = is_first                    ? value
                : operation == REDUCE_ADD ? total + value
                : operation == REDUCE_AND ? total & value
                : operation == REDUCE_OR  ? total | value
                : operation == REDUCE_XOR ? total ^ value
                : below == least          ? value
                                          : total;
        is_first = false;
    }
    give_all(frames, have, total);
}

/* `elect.sync`: the lowest lane is chosen. */
void warp_elect(struct Frames *frames, u64 have) {
    u64 leader = (u64)__builtin_ctzll(have);
    EACH_LANE(lane, have) {
        frame_at(frames, lane)->y0 = leader;
        frame_at(frames, lane)->y1 = lane == leader;
    }
}

/* `activemask`. */
void warp_active(struct Frames *frames, u64 have) {
    give_all(frames, have, have);
}
