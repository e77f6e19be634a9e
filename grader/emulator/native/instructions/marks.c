/* Marks of values that a thread has not set (`passes/value_flow.py`); `threads/unwritten_copies.c` says what is in one. */

#include "instructions.h"

enum : u32 { REST = UNSET_WHERE | UNSET_COMPUTED, FIRST_SITE = 2 };

/* Of a value that is unset if one of both is, or in those bytes in which both are; and of a choice. */
u32 mark_either(u32 one, u32 other) { return one ? one : other; }
u32 mark_both(u32 one, u32 other) {
    u32 bytes = one & other & UNSET_BYTES, mark = bytes | (one & REST), set = 0;
    return bytes ? mark : set;
}
u32 mark_chosen(u32 one, u32 other, u32 choice, pred first) {
    u32 chosen = first ? one : other;
    return choice ? choice : chosen;
}

/* Of what an instruction at a site computes: none of it is set. The first such site stays in the mark. */
u32 mark_computed(u32 mark, u32 site) {
    u32 first = mark & UNSET_WHERE, here = site + FIRST_SITE, set = 0;
    u32 made = (first == 1 ? here : first) | UNSET_BYTES | UNSET_COMPUTED;
    return mark ? made : set;
}

/* Where a value was first used in a computation, or else the site of its report. */
u64 mark_site(u32 mark, u64 here) {
    u32 where = mark & UNSET_WHERE;
    u64 site = where - FIRST_SITE;
    return where >= FIRST_SITE ? site : here;
}

/* Whether all these bytes are unset; and whether one that was only moved does not count as a hole in a structure. */
pred mark_covers(u32 mark, u32 bytes) { return (mark >> UNSET_SHIFT & bytes) == bytes; }
pred mark_used(u32 mark) { return ((mark & REST) == 1) | ((mark & REST) >= UNSET_COMPUTED); }

/* Bytes of registers side by side: each piece adds its bytes, from `start` in a mark, at `to`. */
u32 mark_piece(u32 before, u32 mark, u32 start, u32 bytes, u32 to) {
    u32 taken = mark >> (UNSET_SHIFT + start) & bytes, rest = mark & REST, kept = before & ~UNSET_BYTES;
    return (before & UNSET_BYTES) | taken << to << UNSET_SHIFT | (taken ? rest : kept);
}
u32 mark_pieces(u32 pieces, u32 kept, u32 whole) {
    u32 all = pieces | UNSET_BYTES;
    pred whole_is_unset = (pieces >> UNSET_SHIFT == whole) | ((kept >> UNSET_SHIFT & whole) == whole);
    return whole_is_unset ? all : pieces;
}
