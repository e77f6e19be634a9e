/* Integer arithmetic, PTX ISA section 9.7.1. Sums and products wrap. */

#include "instructions.h"

/* A type, the unsigned one of its size, and types of twice the size. */
#define EVERY(X) X(u16, u16, u32) X(s16, u16, s32) X(u32, u32, u64) X(s32, u32, s64) X(u64, u64, u128) X(s64, u64, s128)
#define SIGNED(X) X(s16) X(s32) X(s64)
#define CHAINS(X) X(u32, u32, u64, u64) X(s32, u32, s64, u64) X(u64, u64, u128, u128) X(s64, u64, s128, u128)

#define ARITHMETIC(T, U, W)                                                                                            \
    T add_##T(T a, T b) { return (T)((u64)a + (u64)b); }                                                               \
    T sub_##T(T a, T b) { return (T)((u64)a - (u64)b); }                                                               \
    T mul_lo_##T(T a, T b) { return (T)((u64)a * (u64)b); }                                                            \
    T mul_hi_##T(T a, T b) { return (T)((W)a * (W)b >> BITS(T)); }                                                     \
    T mad_lo_##T(T a, T b, T c) { return (T)((u64)a * (u64)b + (u64)c); }                                              \
    T mad_hi_##T(T a, T b, T c) { return (T)((u64)((W)a * (W)b >> BITS(T)) + (u64)c); }                                \
    T sad_##T(T a, T b, T c) {                                                                                         \
        u64 forward = (u64)a - (u64)b, backward = (u64)b - (u64)a;                                                     \
        return (T)((u64)c + (a < b ? backward : forward));                                                             \
    }
EVERY(ARITHMETIC)

/* `min`, `max` of numbers that may come in pairs; `.relu` is at least 0. `cvt.sat` keeps the nearest number there is. */
#define EXTREMES(T, U, W)                                                                                              \
    T min_##T(T a, T b) { return LESSER(a, b); }                                                                       \
    T max_##T(T a, T b) { return GREATER(a, b); }
EVERY(EXTREMES)
s16 relu_s16(s16 a) { return GREATER(a, (s16)0); }
s32 relu_s32(s32 a) { return GREATER(a, 0); }
#define CLAMPED(T, S)                                                                                                  \
    T cvt_sat_##T##_##S(S a) {                                                                                         \
        s128 number = a, least = (T)-1 < 0 ? -((s128)1 << (BITS(T) - 1)) : 0;                                          \
        s128 most = ((s128)1 << (BITS(T) - ((T)-1 < 0))) - 1, high = number > most ? most : number;                    \
        return (T)(high < least ? least : high);                                                                       \
    }
#define CLAMPED_FROM(S)                                                                                                \
    CLAMPED(u8, S) CLAMPED(s8, S) CLAMPED(u16, S) CLAMPED(s16, S)                                                      \
    CLAMPED(u32, S) CLAMPED(s32, S) CLAMPED(u64, S) CLAMPED(s64, S)
CLAMPED_FROM(u8)
CLAMPED_FROM(s8)
CLAMPED_FROM(u16)
CLAMPED_FROM(s16)
CLAMPED_FROM(u32)
CLAMPED_FROM(s32)
CLAMPED_FROM(u64)
CLAMPED_FROM(s64)

#define WIDE(T, W)                                                                                                     \
    W mul_wide_##T(T a, T b) { return (W)((W)a * (W)b); }                                                              \
    W mad_wide_##T(T a, T b, W c) { return (W)((u64)(W)((W)a * (W)b) + (u64)c); }
WIDE(u16, u32)
WIDE(s16, s32)
WIDE(u32, u64)
WIDE(s32, s64)

#define SIGNS(T)                                                                                                       \
    T abs_##T(T a) { return SIZE(a); }                                                                                 \
    T neg_##T(T a) { return (T)(0 - (u64)a); }
SIGNED(SIGNS)

/* `.sat` clamps. */
s32 add_sat_s32(s32 a, s32 b) { return __builtin_elementwise_add_sat(a, b); }
s32 sub_sat_s32(s32 a, s32 b) { return __builtin_elementwise_sub_sat(a, b); }
s32 mad_hi_sat_s32(s32 a, s32 b, s32 c) { return __builtin_elementwise_add_sat((s32)((s64)a * b >> 32), c); }

/* Division must not trap on the host: the divisor 0 and the one overflow are replaced before dividing. A GPU gives all
   ones for x / 0 and for x % 0. */
#define UNSIGNED_DIVISION(T)                                                                                           \
    T div_##T(T a, T b) {                                                                                              \
        T quotient = (T)(a / (b ? b : (T)1)), ones = (T)-1;                                                            \
        return b ? quotient : ones;                                                                                    \
    }                                                                                                                  \
    T rem_##T(T a, T b) {                                                                                              \
        T rest = (T)(a % (b ? b : (T)1)), ones = (T)-1;                                                                \
        return b ? rest : ones;                                                                                        \
    }
UNSIGNED_DIVISION(u16)
UNSIGNED_DIVISION(u32)
UNSIGNED_DIVISION(u64)

#define SIGNED_DIVISION(T)                                                                                             \
    T div_##T(T a, T b) {                                                                                              \
        T safe = (!b | (b == -1)) ? (T)1 : b, quotient = (T)(a / safe), turned = (T)(0 - (u64)a), ones = (T)-1;        \
        T other = b ? turned : ones;                                                                                   \
        return safe == b ? quotient : other;                                                                           \
    }                                                                                                                  \
    T rem_##T(T a, T b) {                                                                                              \
        T safe = (!b | (b == -1)) ? (T)1 : b, rest = (T)(a % safe), ones = (T)-1;                                      \
        return b ? rest : ones;                                                                                        \
    }
SIGNED(SIGNED_DIVISION)

/* One word of a longer number: `…_carry` is what it leaves for the next. A borrow is a carry of 1. */
#define CHAINED(T, U, W, UW)                                                                                           \
    T add_cc_##T(T a, T b) { return add_##T(a, b); }                                                                   \
    pred add_cc_##T##_carry(T a, T b) { return ((UW)(U)a + (U)b) >> BITS(T) & 1; }                                     \
    T sub_cc_##T(T a, T b) { return sub_##T(a, b); }                                                                   \
    pred sub_cc_##T##_carry(T a, T b) { return ((UW)(U)a - (U)b) >> BITS(T) & 1; }                                     \
    T addc_##T(T a, T b, pred carry) { return (T)((u64)a + (u64)b + carry); }                                          \
    T addc_cc_##T(T a, T b, pred carry) { return addc_##T(a, b, carry); }                                              \
    pred addc_cc_##T##_carry(T a, T b, pred carry) { return ((UW)(U)a + (U)b + carry) >> BITS(T) & 1; }                \
    T subc_##T(T a, T b, pred carry) { return (T)((u64)a - (u64)b - carry); }                                          \
    T subc_cc_##T(T a, T b, pred carry) { return subc_##T(a, b, carry); }                                              \
    pred subc_cc_##T##_carry(T a, T b, pred carry) { return ((UW)(U)a - (U)b - carry) >> BITS(T) & 1; }                \
    CHAINED_PRODUCT(lo, T) CHAINED_PRODUCT(hi, T)
#define CHAINED_PRODUCT(half, T)                                                                                       \
    T mad_##half##_cc_##T(T a, T b, T c) { return add_##T(mul_##half##_##T(a, b), c); }                                \
    pred mad_##half##_cc_##T##_carry(T a, T b, T c) { return add_cc_##T##_carry(mul_##half##_##T(a, b), c); }          \
    T madc_##half##_##T(T a, T b, T c, pred carry) { return addc_##T(mul_##half##_##T(a, b), c, carry); }              \
    T madc_##half##_cc_##T(T a, T b, T c, pred carry) { return addc_##T(mul_##half##_##T(a, b), c, carry); }           \
    pred madc_##half##_cc_##T##_carry(T a, T b, T c, pred carry) {                                                     \
        return addc_cc_##T##_carry(mul_##half##_##T(a, b), c, carry);                                                  \
    }
CHAINS(CHAINED)

/* `mul24`, `mad24`: bits 0 to 31 (`.lo`) or 16 to 47 (`.hi`) of the product of 24-bit numbers. */
#define PRODUCT24(T, W)                                                                                                \
    T mul24_lo_##T(T a, T b) { return (T)((W)((T)((u32)a << 8) >> 8) * ((T)((u32)b << 8) >> 8)); }                     \
    T mul24_hi_##T(T a, T b) { return (T)((W)((T)((u32)a << 8) >> 8) * ((T)((u32)b << 8) >> 8) >> 16); }               \
    T mad24_lo_##T(T a, T b, T c) { return add_##T(mul24_lo_##T(a, b), c); }                                           \
    T mad24_hi_##T(T a, T b, T c) { return add_##T(mul24_hi_##T(a, b), c); }
PRODUCT24(u32, u64)
PRODUCT24(s32, s64)
s32 mad24_hi_sat_s32(s32 a, s32 b, s32 c) { return __builtin_elementwise_add_sat(mul24_hi_s32(a, b), c); }

/* `dp4a`: c plus the dot product of four bytes each; `dp2a`: of two halves with the low or the high two bytes. */
#define DOT(T4, T2, T, S1, S)                                                                                          \
    u32 dp4a_##T##_##S(u32 a, u32 b, u32 c) {                                                                          \
        u32 first = (u32)((T4)a * (S1)b), second = (u32)((T4)(a >> 8) * (S1)(b >> 8));                                 \
        u32 third = (u32)((T4)(a >> 16) * (S1)(b >> 16)), fourth = (u32)((T4)(a >> 24) * (S1)(b >> 24));               \
        return c + first + second + third + fourth;                                                                    \
    }                                                                                                                  \
    INLINE u32 dp2a_##T##_##S(u32 a, u32 b, u32 c) {                                                                   \
        return c + (u32)(T2)a * (u32)(S1)b + (u32)(T2)(a >> 16) * (u32)(S1)(b >> 8);                                   \
    }                                                                                                                  \
    u32 dp2a_lo_##T##_##S(u32 a, u32 b, u32 c) { return dp2a_##T##_##S(a, b, c); }                                     \
    u32 dp2a_hi_##T##_##S(u32 a, u32 b, u32 c) { return dp2a_##T##_##S(a, b >> 16, c); }
DOT(u8, u16, u32, u8, u32)
DOT(u8, u16, u32, s8, s32)
DOT(s8, s16, s32, u8, u32)
DOT(s8, s16, s32, s8, s32)

/* `atom.inc`, `atom.dec`. */
u32 inc_u32(u32 old, u32 limit) {
    u32 next = old + 1, zero = 0;
    return old >= limit ? zero : next;
}
u32 dec_u32(u32 old, u32 limit) {
    u32 next = old - 1;
    return ((old == 0) | (old > limit)) ? limit : next;
}
