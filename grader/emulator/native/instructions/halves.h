/* Half precision and bfloat16 as bits. Conversions are integer arithmetic, so results are the same on every host
   processor: some have no instruction for halves, and one of those for bfloat16 flushes subnormals. Values in between
   are "rounded to odd" (the last bit is set when anything was lost), which any further rounding reads rightly. */

#pragma once

#include "instructions.h"

enum : u32 {
    F16_INFINITY = 0x7C00,
    F16_ONE = 0x3C00,
    F16_LEAST = 0x0400,
    BF16_INFINITY = 0x7F80,
    BF16_ONE = 0x3F80,
    BF16_LEAST = 0x0080,
};
enum { F16_FRACTION = 10, BF16_FRACTION = 7 };

/* The f32 that equals a half. */
INLINE f32 single_bf16(bf16 bits) { return f32_of((u32)bits << 16); }
INLINE f32 single_f16(f16 bits) {
    u32 body = bits & 0x7FFFu, sign = (bits & 0x8000u) << 16;
    /* The exponent's bias is made up for by a multiplication, which brings subnormals right as well. */
    u32 scaled = bits_of(f32_of(body << 13) * 0x1p112f), special = body << 13 | F32_INFINITY;
    return f32_of((body >= F16_INFINITY ? special : scaled) | sign);
}

/* A double as f32, rounded to odd. */
INLINE f32 odd_single(f64 value) {
    f32 near = (f32)value;
    f64 back = near;
    pred inexact = (back < value) | (back > value), away = SIZE(back) > SIZE(value);
    u32 bits = bits_of(near), odd = (bits - away) | 1;
    return f32_of(inexact ? odd : bits);
}

/* The sum of two doubles, rounded to odd. */
INLINE f64 odd_sum(f64 left, f64 right) {
    f64 total = left + right, part = total - left, error = (left - (total - part)) + (right - part);
    u64 bits = bits_of_f64(total), up = bits + 1, down = bits - 1;
    u64 moved = (s64)(bits ^ bits_of_f64(error)) < 0 ? down : up;
    pred moves = ((error < 0) | (error > 0)) & !(bits & 1);
    return f64_of(moves ? moved : bits);
}

/* An integer as a double, rounded to odd: the sum of two that are exact. */
INLINE f64 odd_s64(s64 number) { return odd_sum((f64)(number - (s64)(u32)number), (f64)(u32)number); }
INLINE f64 odd_u64(u64 number) { return odd_sum((f64)(number - (u32)number), (f64)(u32)number); }

/* `number >> shift`, rounded: to nearest even, or up where `grow` holds. */
INLINE u32 shifted(u32 number, u32 shift, enum mode mode, pred grow) {
    u32 kept = number >> shift, lost = number - (kept << shift), half = 1u << (shift - 1);
    pred nearest = (lost > half) | ((lost == half) & (kept & 1)), away = (lost != 0) & grow;
    return kept + (mode == TO_NEAREST ? nearest : away);
}

/* The magnitude of an f32 as that of an f16. */
INLINE u32 rounded_f16(u32 body, enum mode mode, pred grow) {
    pred tiny = body < 0x38800000;
    u32 fraction = (body & 0x7FFFFF) | 0x800000, distance = LESSER(126 - (body >> 23), 31u), nothing = 0;
    fraction = body ? fraction : nothing;
    u32 normal = body - (112u << 23), usual = 13;
    u32 rounded = shifted(tiny ? fraction : normal, tiny ? distance : usual, mode, grow);
    /* Past the largest number: infinity, unless this mode rounds towards zero and the value was finite. */
    u32 infinity = F16_INFINITY, largest = F16_INFINITY - 1;
    u32 top = ((mode == TO_NEAREST) | grow | (body == F32_INFINITY)) ? infinity : largest;
    return LESSER(rounded, top);
}
INLINE u32 rounded_bf16(u32 body, enum mode mode, pred grow) { return shifted(body, 16, mode, grow); }

/* An f32 (exact, or rounded to odd) as a half, rounded once; any NaN becomes the canonical one. */
#define FROM_SINGLE(T)                                                                                                 \
    INLINE T T##_of(f32 value, enum mode mode) {                                                                       \
        u32 bits = bits_of(value), sign = bits >> 16 & 0x8000, body = bits & ~F32_SIGN, nan = HALF_NAN;                \
        pred grow = ((mode == DOWN) & (sign != 0)) | ((mode == UP) & (sign == 0));                                     \
        u32 half = rounded_##T(body, mode, grow) | sign;                                                               \
        return (T)(body > F32_INFINITY ? nan : half);                                                                  \
    }                                                                                                                  \
    INLINE T T##_of_f64(f64 value) { return T##_of(odd_single(value), TO_NEAREST); }                                   \
    INLINE f64 wide_##T(T bits) { return single_##T(bits); }
FROM_SINGLE(f16)
FROM_SINGLE(bf16)
