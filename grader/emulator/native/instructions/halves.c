/* Arithmetic on half precision and bfloat16 in wider floats, with one rounding, and conversions. */

#include "extremes.h"
#include "halves.h"

#define HALVES(X) X(f16, F16) X(bf16, BF16)

/* `.ftz`: a subnormal becomes the zero of its sign; `.sat` clamps to [0, 1]; `.relu` is at least 0, or a NaN. */
#define ENDS(T, NAME)                                                                                                  \
    INLINE T flush_##T(T a) {                                                                                          \
        T zero = a & 0x8000;                                                                                           \
        return (a & 0x7FFFu) < NAME##_LEAST ? zero : a;                                                                \
    }                                                                                                                  \
    T ftz_##T(T a) { return flush_##T(a); }                                                                            \
    T sat_##T(T a) {                                                                                                   \
        T zero = 0, limited = LESSER(a, (T)NAME##_ONE);                                                                \
        return ((a >= 0x8000) | (a > NAME##_INFINITY)) ? zero : limited;                                               \
    }                                                                                                                  \
    T relu_##T(T a) {                                                                                                  \
        T zero = 0;                                                                                                    \
        return ((a >= 0x8000) & ((a & 0x7FFFu) <= NAME##_INFINITY)) ? zero : a;                                        \
    }
HALVES(ENDS)

#define OPERATION(T, name, value)                                                                                      \
    T name##_##T(T left, T right) {                                                                                    \
        f64 a = wide_##T(left), b = wide_##T(right);                                                                   \
        return T##_of_f64(value);                                                                                      \
    }
#define OPERATIONS(X, T) X(T, add, odd_sum(a, b)) X(T, sub, odd_sum(a, -b)) X(T, mul, a * b)
OPERATIONS(OPERATION, f16)
OPERATIONS(OPERATION, bf16)
f16 fma_f16(f16 a, f16 b, f16 c) { return f16_of_f64(odd_sum(wide_f16(a) * wide_f16(b), wide_f16(c))); }
bf16 fma_bf16(bf16 a, bf16 b, bf16 c) { return bf16_of_f64(odd_sum(wide_bf16(a) * wide_bf16(b), wide_bf16(c))); }

/* With `.ftz`, a result is tiny if it were so with exponents of any size; so it is rounded again, 2^8 times larger. */
INLINE f16 flushed(f64 value) {
    f16 half = f16_of_f64(value), zero = half & 0x8000, larger = f16_of_f64(value * 256) & 0x7FFF;
    return larger < F16_LEAST + (8u << F16_FRACTION) ? zero : half;
}
#define FLUSHED_OPERATION(T, name, value)                                                                              \
    T name##_ftz_##T(T left, T right) {                                                                                \
        f64 a = wide_##T(flush_##T(left)), b = wide_##T(flush_##T(right));                                             \
        return flushed(value);                                                                                         \
    }
OPERATIONS(FLUSHED_OPERATION, f16)
f16 fma_ftz_f16(f16 a, f16 b, f16 c) {
    return flushed(odd_sum(wide_f16(flush_f16(a)) * wide_f16(flush_f16(b)), wide_f16(flush_f16(c))));
}

/* The sign bit alone; a NaN becomes the canonical one. */
#define SIGN_BIT(T, NAME)                                                                                              \
    T neg_##T(T a) {                                                                                                   \
        T nan = HALF_NAN, turned = a ^ 0x8000;                                                                         \
        return (a & 0x7FFFu) > NAME##_INFINITY ? nan : turned;                                                         \
    }                                                                                                                  \
    T abs_##T(T a) {                                                                                                   \
        T nan = HALF_NAN, size = a & 0x7FFF;                                                                           \
        return size > NAME##_INFINITY ? nan : size;                                                                    \
    }
HALVES(SIGN_BIT)

EXTREMES(f16, u16, s16, F16_INFINITY, HALF_NAN)
EXTREMES(bf16, u16, s16, BF16_INFINITY, HALF_NAN)

/* `cvt`. A NaN of double precision keeps its sign and the upper part of its payload, made quiet. */
#define CONVERSIONS(T, NAME)                                                                                           \
    f32 cvt_f32_##T(T a) { return single_##T(a); }                                                                     \
    T cvt_##T##_f32(f32 a) { return T##_of(a, TO_NEAREST); }                                                           \
    T cvt_rounded_##T##_f32(f32 a, enum mode mode) { return T##_of(a, mode); }                                         \
    INLINE T from_f64_##T(f64 a, enum mode mode) {                                                                     \
        u64 bits = bits_of_f64(a);                                                                                     \
        u32 payload = (u32)((bits & F64_FRACTION) >> (52 - NAME##_FRACTION)), sign = (u32)(bits >> 63) << 15;          \
        T half = T##_of(odd_single(a), mode);                                                                          \
        T nan = (T)(NAME##_INFINITY | 1u << (NAME##_FRACTION - 1) | payload | sign);                                   \
        return bits << 1 > F64_INFINITY << 1 ? nan : half;                                                             \
    }                                                                                                                  \
    T cvt_##T##_f64(f64 a) { return from_f64_##T(a, TO_NEAREST); }                                                     \
    T cvt_rounded_##T##_f64(f64 a, enum mode mode) { return from_f64_##T(a, mode); }
HALVES(CONVERSIONS)
f64 odd_f64_s64(s64 a) { return odd_s64(a); }
f64 odd_f64_u64(u64 a) { return odd_u64(a); }
