/* Rounding other than to nearest: each function sets the mode, does one operation and resets it. So no other code sees
   another mode; these functions are called, never inlined. */

#pragma STDC FENV_ACCESS ON

#include "floats.h"
#include "halves.h"

#define ROUNDED(T, name, parameters, value)                                                                            \
    T name parameters {                                                                                                \
        __builtin_set_flt_rounds((int)mode);                                                                           \
        T result = value;                                                                                              \
        __builtin_set_flt_rounds(TO_NEAREST);                                                                          \
        return result;                                                                                                 \
    }
#define FUSED __builtin_elementwise_fma
#define ARITHMETIC(T)                                                                                                  \
    ROUNDED(T, add_rounded_##T, (T a, T b, enum mode mode), a + b)                                                     \
    ROUNDED(T, sub_rounded_##T, (T a, T b, enum mode mode), a - b)                                                     \
    ROUNDED(T, mul_rounded_##T, (T a, T b, enum mode mode), a * b)                                                     \
    ROUNDED(T, div_rounded_##T, (T a, T b, enum mode mode), a / b)                                                     \
    ROUNDED(T, rcp_rounded_##T, (T a, enum mode mode), (T)1.0 / a)                                                     \
    ROUNDED(T, fma_rounded_##T, (T a, T b, T c, enum mode mode), FUSED(a, b, c))                                       \
    ROUNDED(T, mad_rounded_##T, (T a, T b, T c, enum mode mode), FUSED(a, b, c))
ARITHMETIC(f32)
ARITHMETIC(f64)
ROUNDED(f64, sqrt_rounded_f64, (f64 a, enum mode mode), __builtin_elementwise_sqrt(a))
ROUNDED(f32, sqrt_rounded_f32, (f32 a, enum mode mode), canonical(__builtin_elementwise_sqrt(a)))

/* The same with `.ftz`, where a result may be tiny. */
#define FLUSHED(name, parameters, value, larger) ROUNDED(f32, name, parameters, unless_tiny(value, larger))
#define PRODUCT(a, b) a * b, enlarged(a) * b
#define QUOTIENT(a, b) a / b, enlarged(a) / b
#define SUM(a, b, c) FUSED(a, b, c), FUSED(enlarged(a), b, enlarged(c))
#define APPLY(macro, ...) macro(__VA_ARGS__)
APPLY(FLUSHED, mul_rounded_ftz_f32, (f32 a, f32 b, enum mode mode), PRODUCT(flush(a), flush(b)))
APPLY(FLUSHED, div_rounded_ftz_f32, (f32 a, f32 b, enum mode mode), QUOTIENT(flush(a), flush(b)))
APPLY(FLUSHED, rcp_rounded_ftz_f32, (f32 a, enum mode mode), QUOTIENT(1.0f, flush(a)))
APPLY(FLUSHED, fma_rounded_ftz_f32, (f32 a, f32 b, f32 c, enum mode mode), SUM(flush(a), flush(b), flush(c)))
APPLY(FLUSHED, mad_rounded_ftz_f32, (f32 a, f32 b, f32 c, enum mode mode), SUM(flush(a), flush(b), flush(c)))

/* Conversions to floats. An integer wider than an f64 is the sum of two that are exact; 0 must not become −0. */
ROUNDED(f32, cvt_rounded_f32_f64, (f64 a, enum mode mode), or_nan_of((f32)a, a))
ROUNDED(f32, cvt_rounded_ftz_f32_f64, (f64 a, enum mode mode), or_nan_of(unless_tiny((f32)a, (f32)(a * 0x1p64)), a))
ROUNDED(f32, cvt_rounded_f32_s32, (s32 a, enum mode mode), (f32)(f64)a)
ROUNDED(f32, cvt_rounded_f32_u32, (u32 a, enum mode mode), (f32)(f64)a)
#define LONG(T)                                                                                                        \
    f32 cvt_rounded_f32_##T(T a, enum mode mode) {                                                                     \
        f64 exact = odd_##T(a);                                                                                        \
        __builtin_set_flt_rounds((int)mode);                                                                           \
        f32 result = (f32)exact;                                                                                       \
        __builtin_set_flt_rounds(TO_NEAREST);                                                                          \
        return result;                                                                                                 \
    }                                                                                                                  \
    f64 cvt_rounded_f64_##T(T a, enum mode mode) {                                                                     \
        f64 upper = (f64)(a - (T)(u32)a), lower = (f64)(u32)a, zero = 0;                                               \
        __builtin_set_flt_rounds((int)mode);                                                                           \
        f64 result = upper + lower;                                                                                    \
        __builtin_set_flt_rounds(TO_NEAREST);                                                                          \
        return a ? result : zero;                                                                                      \
    }
LONG(s64)
LONG(u64)
