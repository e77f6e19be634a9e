/* What arithmetic on f32 and f64 has in common, rounded to nearest or otherwise. */

#pragma once

#include "instructions.h"

/* `.ftz`: a subnormal becomes the zero of its sign. */
INLINE f32 flush(f32 a) {
    f32 zero = WITH_SIGN(0.0f, a);
    return SIZE(a) < 0x1p-126f ? zero : a;
}

/* The GPU's one NaN in place of any other, told by the bits: LLVM takes all NaNs for equal. */
INLINE f32 canonical(f32 a) {
    u32 bits = bits_of(a), nan = F32_NAN;
    return f32_of(bits << 1 > F32_INFINITY << 1 ? nan : bits);
}

/* The result of `.ftz` is tiny if it were so with exponents of any size; `larger` is the same, 2^64 times larger. */
INLINE f32 unless_tiny(f32 value, f32 larger) {
    f32 zero = WITH_SIGN(0.0f, value);
    return SIZE(larger) < 0x1p-62f ? zero : value;
}
INLINE f32 enlarged(f32 a) { return a * 0x1p64f; }

/* A NaN of double precision keeps its sign and the upper part of its payload as f32, made quiet. */
INLINE f32 or_nan_of(f32 single, f64 a) {
    u64 bits = bits_of_f64(a);
    u32 nan = (u32)(bits >> 63) << 31 | 0x7FC00000 | (u32)((bits & F64_FRACTION) >> 29), number = bits_of(single);
    return f32_of(bits << 1 > F64_INFINITY << 1 ? nan : number);
}
