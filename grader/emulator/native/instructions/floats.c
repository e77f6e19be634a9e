/* Arithmetic on f32 and f64 that rounds to nearest, PTX ISA sections 9.7.3 to 9.7.5. */

#include "extremes.h"
#include "floats.h"

#define FLOATS(X) X(f32) X(f64)

#define ARITHMETIC(T)                                                                                                  \
    T add_##T(T a, T b) { return a + b; }                                                                              \
    T sub_##T(T a, T b) { return a - b; }                                                                              \
    T mul_##T(T a, T b) { return a * b; }                                                                              \
    T fma_##T(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }                                            \
    T mad_##T(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }                                            \
    T div_##T(T a, T b) { return a / b; }                                                                              \
    T rcp_##T(T a) { return 1 / a; }                                                                                   \
    T abs_##T(T a) { return SIZE(a); }                                                                                 \
    T neg_##T(T a) { return -a; }                                                                                      \
    T copysign_##T(T sign, T size) { return WITH_SIGN(size, sign); }                                                   \
    T sat_##T(T a) {                                                                                                   \
        T zero = 0, one = 1, limited = a > 1 ? one : a;                                                                \
        return limited > 0 ? limited : zero;                                                                           \
    }
FLOATS(ARITHMETIC)
f32 ftz_f32(f32 a) { return flush(a); }
f32 canonical_f32(f32 a) { return canonical(a); }
f64 sqrt_f64(f64 a) { return __builtin_elementwise_sqrt(a); }
f32 sqrt_f32(f32 a) { return canonical(__builtin_elementwise_sqrt(a)); }
f32 sqrt_approx_f32(f32 a) { return canonical(__builtin_elementwise_sqrt(a)); }

f32 mul_ftz_f32(f32 left, f32 right) {
    f32 a = flush(left), b = flush(right);
    return unless_tiny(a * b, enlarged(a) * b);
}
INLINE f32 fma_flushed(f32 a, f32 b, f32 c) {
    return unless_tiny(__builtin_elementwise_fma(a, b, c), __builtin_elementwise_fma(enlarged(a), b, enlarged(c)));
}
f32 fma_ftz_f32(f32 a, f32 b, f32 c) { return fma_flushed(flush(a), flush(b), flush(c)); }
f32 mad_ftz_f32(f32 a, f32 b, f32 c) { return fma_flushed(flush(a), flush(b), flush(c)); }
INLINE f32 quotient(f32 a, f32 b) { return unless_tiny(a / b, enlarged(a) / b); }
f32 div_ftz_f32(f32 a, f32 b) { return quotient(flush(a), flush(b)); }
f32 rcp_ftz_f32(f32 a) { return quotient(1, flush(a)); }

/* Approximations are exact results, rounded: better than the ISA's 2 ulp. `div.approx` by more than 2¹²⁶ gives 0 (of
   infinity, a NaN), as the ISA says: the divisor's inverse is flushed. */
f32 div_approx_f32(f32 a, f32 b) {
    pred large = (SIZE(b) > 0x1p126f) & (SIZE(b) < __builtin_inff());
    f32 none = a * WITH_SIGN(0.0f, b), exact = a / b;
    return large ? none : exact;
}
f32 div_full_f32(f32 a, f32 b) { return a / b; }
f32 div_full_ftz_f32(f32 a, f32 b) { return quotient(flush(a), flush(b)); }
f32 rcp_approx_f32(f32 a) { return 1 / a; }
f32 rcp_approx_ftz_f32(f32 a) { return quotient(1, flush(a)); }
f32 rsqrt_approx_f32(f32 a) { return (f32)(1 / __builtin_elementwise_sqrt((f64)a)); }

/* Approximations in f64 leave the lower 32 bits zero; with `.ftz` they do not read the operand's either. */
INLINE f64 upper(f64 a) { return f64_of(bits_of_f64(a) & 0xFFFFFFFF00000000); }
INLINE f64 upper_flushed(f64 a) {
    f64 zero = WITH_SIGN(0.0, a);
    return upper(SIZE(a) < 0x1p-1022 ? zero : a);
}
f64 rcp_approx_ftz_f64(f64 a) { return upper(1 / upper_flushed(a)); }
f64 rsqrt_approx_f64(f64 a) { return upper(1 / __builtin_elementwise_sqrt(a)); }
f64 rsqrt_approx_ftz_f64(f64 a) { return upper(1 / __builtin_elementwise_sqrt(upper_flushed(a))); }

/* `testp`, by the magnitude's bits: zero counts as normal. */
#define TEST(T, U, infinity, least)                                                                                    \
    INLINE U size_of_##T(T a) { return AS(U, a) & (U)((U)~0 >> 1); }                                                   \
    pred testp_finite_##T(T a) { return size_of_##T(a) < infinity; }                                                   \
    pred testp_infinite_##T(T a) { return size_of_##T(a) == infinity; }                                                \
    pred testp_number_##T(T a) { return size_of_##T(a) <= infinity; }                                                  \
    pred testp_notanumber_##T(T a) { return size_of_##T(a) > infinity; }                                               \
    pred testp_normal_##T(T a) { return (size_of_##T(a) - least < infinity - least) | !size_of_##T(a); }               \
    pred testp_subnormal_##T(T a) { return size_of_##T(a) - 1 < least - 1; }
TEST(f32, u32, F32_INFINITY, 0x00800000u)
TEST(f64, u64, F64_INFINITY, 0x0010000000000000u)

EXTREMES(f32, u32, s32, F32_INFINITY, F32_NAN)
EXTREMES(f64, u64, s64, F64_INFINITY, F64_NAN)

/* `cvt.f32.f64`, and `.tf32`: ten fraction bits stay, the low thirteen are zero. */
f32 cvt_f32_f64(f64 a) { return or_nan_of((f32)a, a); }
f32 cvt_ftz_f32_f64(f64 a) { return or_nan_of(unless_tiny((f32)a, (f32)(a * 0x1p64)), a); }
INLINE u32 shortened(u32 bits, u32 more, u32 nan) {
    u32 size = bits & ~F32_SIGN, moved = ((size + more) & 0x7FFFE000) | (bits & F32_SIGN);
    return size > F32_INFINITY ? nan : moved;
}
b32 cvt_rna_tf32_f32(b32 a) { return shortened(a, 0x1000, a & 0xFFFFE000); }
b32 cvt_tf32_f32(b32 a) { return shortened(a, 0xFFF + (a >> 13 & 1), 0x7FFFE000); }
b32 cvt_rz_tf32_f32(b32 a) { return shortened(a, 0, 0x7FFFE000); }
b32 relu_tf32(b32 a) {
    u32 none = 0;
    return (((s32)a < 0) & ((a & ~F32_SIGN) <= F32_INFINITY)) ? none : a;
}

/* `atom.add`. Sums of f32 in global memory flush subnormals, those in shared memory do not. */
f32 sum_f32(f32 old, f32 value, pred shared) {
    f32 kept = canonical(old + value), flushed = canonical(flush(flush(old) + flush(value)));
    return shared ? kept : flushed;
}
