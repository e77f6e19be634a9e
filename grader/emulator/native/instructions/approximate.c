/* Functions that the ISA leaves open within a bound: computed in f64 and rounded once, which is closer. */

#include "halves.h"

f64 tanh(f64);

/* The angle that a GPU takes the sine of: a part of a turn, counted in f32 and rounded to zero. */
INLINE f64 angle(f64 a) {
    f64 turns = f64_of(bits_of_f64(a * f32_of(0x3E22F983)) & ~0x1FFFFFFFull);
    f64 part = turns - __builtin_elementwise_roundeven(turns), none = WITH_SIGN(part, a);
    return (part == 0 ? none : part) * 6.283185307179586;
}

f32 ex2_approx_f32(f32 a) { return (f32)__builtin_elementwise_exp2((f64)a); }
f32 lg2_approx_f32(f32 a) { return (f32)__builtin_elementwise_log2((f64)a); }
f32 sin_approx_f32(f32 a) { return (f32)__builtin_elementwise_sin(angle(a)); }
f32 cos_approx_f32(f32 a) { return (f32)__builtin_elementwise_cos(angle(a)); }
f32 tanh_approx_f32(f32 a) { return (f32)tanh(a); }
f16 ex2_approx_f16(f16 a) { return f16_of_f64(__builtin_elementwise_exp2(wide_f16(a))); }
bf16 ex2_approx_bf16(bf16 a) { return bf16_of_f64(__builtin_elementwise_exp2(wide_bf16(a))); }
f16 tanh_approx_f16(f16 a) { return f16_of_f64(tanh(wide_f16(a))); }
bf16 tanh_approx_bf16(bf16 a) { return bf16_of_f64(tanh(wide_bf16(a))); }
