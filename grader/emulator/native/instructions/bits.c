/* Logic, shifts and bit fields, PTX ISA sections 9.7.7 and 9.7.1. */

#include "instructions.h"

#define LOGIC(T)                                                                                                       \
    T and_##T(T a, T b) { return a & b; }                                                                              \
    T or_##T(T a, T b) { return a | b; }                                                                               \
    T xor_##T(T a, T b) { return a ^ b; }
LOGIC(pred)
LOGIC(b16)
LOGIC(b32)
LOGIC(b64)
pred not_pred(pred a) { return !a; }

/* Any function of three bits, by its truth table: bit 4a + 2b + c of it. */
#define TERM(row, a, b, c) (-(table >> row & 1) & (a) & (b) & (c))
b32 lop3_b32(b32 a, b32 b, b32 c, u32 table) {
    return TERM(0, ~a, ~b, ~c) | TERM(1, ~a, ~b, c) | TERM(2, ~a, b, ~c) | TERM(3, ~a, b, c) | TERM(4, a, ~b, ~c) |
           TERM(5, a, ~b, c) | TERM(6, a, b, ~c) | TERM(7, a, b, c);
}

/* Amounts from the width on give 0, or the sign for signed `shr`. */
#define SHIFT_RIGHT(T)                                                                                                 \
    T shr_##T(T a, u32 amount) {                                                                                       \
        T moved = (T)(a >> LESSER(amount, BITS(T) - 1u)), none = (T)(a >> (BITS(T) - 1) >> ((T)-1 > 0));               \
        return amount < (u32)BITS(T) ? moved : none;                                                                   \
    }
SHIFT_RIGHT(b16)
SHIFT_RIGHT(b32)
SHIFT_RIGHT(b64)
SHIFT_RIGHT(u16)
SHIFT_RIGHT(u32)
SHIFT_RIGHT(u64)
#define SHIFT_SIGNED(T)                                                                                                \
    T shr_##T(T a, u32 amount) { return (T)(a >> LESSER(amount, BITS(T) - 1u)); }
SHIFT_SIGNED(s16)
SHIFT_SIGNED(s32)
SHIFT_SIGNED(s64)

#define SHIFTS(T)                                                                                                      \
    T not_##T(T a) { return (T)~a; }                                                                                   \
    T cnot_##T(T a) { return !a; }                                                                                     \
    T shl_##T(T a, u32 amount) {                                                                                       \
        T moved = (T)(a << LESSER(amount, BITS(T) - 1u)), none = 0;                                                    \
        return amount < (u32)BITS(T) ? moved : none;                                                                   \
    }
SHIFTS(b16)
SHIFTS(b32)
SHIFTS(b64)

/* The 64 bits of b:a, moved; `.wrap` takes the amount modulo 32, `.clamp` at most 32. */
b32 shf_l_wrap_b32(b32 a, b32 b, u32 amount) { return __builtin_elementwise_fshl(b, a, amount); }
b32 shf_r_wrap_b32(b32 a, b32 b, u32 amount) { return __builtin_elementwise_fshr(b, a, amount); }
b32 shf_l_clamp_b32(b32 a, b32 b, u32 amount) {
    return (u32)(((u64)b << 32 | a) << LESSER(amount, 32u) >> 32);
}
b32 shf_r_clamp_b32(b32 a, b32 b, u32 amount) { return (u32)(((u64)b << 32 | a) >> LESSER(amount, 32u)); }

/* `length` ones from bit 0 on, and `a` moved up; nothing where the amount is the width or more. */
#define FIELDS(T)                                                                                                      \
    INLINE T raised_##T(T a, u32 amount) { return shl_##T(a, amount); }                                                \
    INLINE T ones_##T(u32 length) { return (T)~raised_##T((T)-1, length); }
FIELDS(b32)
FIELDS(b64)

/* Position and length of a bit field: the low byte of each operand; in 64 bits all of it, as on the hardware. */
INLINE u32 small_b32(u32 number) { return number & 255; }
INLINE u32 small_b64(u32 number) { return LESSER(number, 255u); }

/* `bfi f, a, b, c, d`: the low d bits of a go into b at bit c. */
#define COUNTS(T)                                                                                                      \
    u32 popc_##T(T a) { return (u32)__builtin_elementwise_popcount(a); }                                               \
    T brev_##T(T a) { return __builtin_elementwise_bitreverse(a); }                                                    \
    u32 clz_##T(T a) { return (u32)__builtin_elementwise_clzg(a, (T)BITS(T)); }                                        \
    T bfi_##T(T a, T b, u32 place, u32 length) {                                                                       \
        T mask = raised_##T(ones_##T(small_##T(length)), small_##T(place));                                            \
        return (b & ~mask) | (raised_##T(a, small_##T(place)) & mask);                                                 \
    }
COUNTS(b32)
COUNTS(b64)

/* `bfind`: the place of the highest bit that differs from the sign, −1 if none; `.shiftamt` from the top. `bfe d, a, b,
   c`: c bits of a from bit b on; signed ones repeat the field's top bit (or a's, past its end). */
#define FIND(T, B)                                                                                                     \
    u32 bfind_shiftamt_##T(T a) {                                                                                      \
        u32 zeros = clz_##B((B)(a ^ ((T)-1 < 0 ? a >> (BITS(T) - 1) : 0))), none = (u32)-1;                            \
        return zeros == (u32)BITS(T) ? none : zeros;                                                                   \
    }                                                                                                                  \
    u32 bfind_##T(T a) {                                                                                               \
        u32 found = bfind_shiftamt_##T(a), none = (u32)-1, place = (u32)BITS(T) - 1 - found;                           \
        return found == none ? none : place;                                                                           \
    }
FIND(u32, b32)
FIND(s32, b32)
FIND(u64, b64)
FIND(s64, b64)

#define EXTRACT(T, B)                                                                                                  \
    T bfe_##T(T a, u32 place, u32 length) { return shr_##B(a, small_##B(place)) & ones_##B(small_##B(length)); }
EXTRACT(u32, b32)
EXTRACT(u64, b64)
/* The field goes to the top, cut there where it is longer than what is left, and comes down with its sign. */
#define EXTRACT_SIGNED(T, B)                                                                                           \
    T bfe_##T(T a, u32 place, u32 length) {                                                                            \
        u32 first = small_##B(place), count = small_##B(length), top = (u32)BITS(T) - 1;                               \
        u32 up = top - LESSER(first + count - 1, top), down = up + LESSER(first, top);                                 \
        T field = (T)((B)a << up) >> down, none = 0;                                                                   \
        return count ? field : none;                                                                                   \
    }
EXTRACT_SIGNED(s32, b32)
EXTRACT_SIGNED(s64, b64)

/* Four bytes of b:a picked by nibbles; bit 3 of a nibble repeats the byte's sign instead. */
INLINE u32 picked(u64 both, u32 selector, u32 byte) {
    u32 nibble = selector >> 4 * byte, found = (u8)(both >> 8 * (nibble & 7)), sign = (found >> 7) * 255;
    return (nibble & 8 ? sign : found) << 8 * byte;
}
INLINE b32 permuted(b32 a, b32 b, b32 selector) {
    u64 both = (u64)b << 32 | a;
    return picked(both, selector, 0) | picked(both, selector, 1) | picked(both, selector, 2) | picked(both, selector, 3);
}
b32 prmt_b32(b32 a, b32 b, b32 selector) { return permuted(a, b, selector); }
/* What a mode picks for each value of its selector: 16 bits each, the last one highest. */
#define PICK(mode, nibbles)                                                                                            \
    b32 prmt_b32_##mode(b32 a, b32 b, b32 selector) {                                                                  \
        return permuted(a, b, (u32)(nibbles >> 16 * (selector & 3)) & 0xFFFF);                                         \
    }
PICK(f4e, 0x6543543243213210)
PICK(b4e, 0x0123701267015670)
PICK(rc8, 0x3333222211110000)
PICK(ecl, 0x3333322232113210)
PICK(ecr, 0x3210221011100000)
PICK(rc16, 0x3232101032321010)

/* `bmsk d, a, b`: b ones from bit a on; `szext d, a, b`: the low b bits of a, extended by their sign or by zeros.
   `.clamp` takes numbers as at most 32, `.wrap` modulo 32. */
INLINE u32 limited_clamp(u32 number) { return LESSER(number, 32u); }
INLINE u32 limited_wrap(u32 number) { return number & 31; }
#define LIMITED(mode)                                                                                                  \
    b32 bmsk_##mode##_b32(u32 place, u32 length) {                                                                     \
        return raised_b32(ones_b32(limited_##mode(length)), limited_##mode(place));                                    \
    }                                                                                                                  \
    SIGN_OR_ZEROS(mode, u32)                                                                                           \
    SIGN_OR_ZEROS(mode, s32)
#define SIGN_OR_ZEROS(mode, T)                                                                                         \
    T szext_##mode##_##T(T a, u32 length) {                                                                            \
        u32 kept = limited_##mode(length), up = 32 - (kept ? kept : 1u);                                               \
        T moved = (T)((u32)a << up) >> up, none = 0;                                                                   \
        return kept ? moved : none;                                                                                    \
    }
LIMITED(clamp)
LIMITED(wrap)

/* `fns`: the place of the n-th set bit from a base, upwards or downwards; −1 where there is none. */
u32 fns_b32(b32 mask, u32 base, s32 offset) {
    u32 left = offset < 0 ? -(u32)offset : offset ? (u32)offset : 1;
    for (u32 place = base; place < 32; place += offset < 0 ? -1 : 1) {
        left -= mask >> place & 1;
        if (!left)
            return place;
        if (!offset)
            break;
    }
    return -1;
}

/* `%lanemask_…`, by a thread's number. */
u32 lanemask_eq(u32 thread) { return 1u << (thread & 31); }
u32 lanemask_lt(u32 thread) { return (1u << (thread & 31)) - 1; }
u32 lanemask_le(u32 thread) { return (2u << (thread & 31)) - 1; }
u32 lanemask_ge(u32 thread) { return -1u << (thread & 31); }
u32 lanemask_gt(u32 thread) { return -2u << (thread & 31); }
