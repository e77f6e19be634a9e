/* Instructions that compute on registers. The function for `bfe.u32` is `bfe_u32`, which `isa/opcodes.py` writes into a
   kernel's IR where the instruction stands: for one thread, or the same operations on a vector for a row of threads.

   So a function is one block of operations on numbers: choose between values that are there already (`a < b ? c : d`
   with variables, `&` for `&&`), and use no memory. One that needs more is called instead, a thread at a time. Only the
   books of an access (`notes.c`) are in memory: no row keeps them.

   Names leave out `.rn`. `.rz`, `.rm` and `.rp` are `rounded` in them, and the mode is the last argument. Where no
   function has `.sat` or `.relu` in its name, `sat_f32` and the like change the result; where none has `.ftz`,
   `ftz_f32` and the like change operands and result. Types of two elements (`f16x2`) take the function of one, twice.
   Half precision and bfloat16 are bits. Marks of unset values and sums of atomic operations are written alike. */

#pragma once

#include "records.h"

typedef bool pred;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef uint16_t u16;
typedef u16 b16, f16, bf16;
typedef u32 b32;
typedef u64 b64;
typedef float f32;
typedef double f64;
typedef __int128 s128;
typedef unsigned __int128 u128;

#define INLINE static inline __attribute__((always_inline, unused))
#define LESSER __builtin_elementwise_min
#define GREATER __builtin_elementwise_max
#define SIZE __builtin_elementwise_abs
#define WITH_SIGN __builtin_elementwise_copysign
#define BITS(T) (8 * (int)sizeof(T))

INLINE u32 bits_of(f32 value) { return __builtin_bit_cast(u32, value); }
INLINE u64 bits_of_f64(f64 value) { return __builtin_bit_cast(u64, value); }
INLINE f32 f32_of(u32 bits) { return __builtin_bit_cast(f32, bits); }
INLINE f64 f64_of(u64 bits) { return __builtin_bit_cast(f64, bits); }

enum : u32 {
    F32_SIGN = 1u << 31,
    F32_INFINITY = 0x7F800000,
    F32_NAN = 0x7FFFFFFF,
    /* Any NaN of a half that arithmetic makes. */
    HALF_NAN = 0x7FFF,
};
enum : u64 {
    F64_INFINITY = 0x7FF0000000000000,
    F64_NAN = 0x7FF8000000000000,
    F64_FRACTION = 0xFFFFFFFFFFFFF,
};

/* Modes of rounding, as `__builtin_set_flt_rounds` numbers them. */
enum mode : u32 { TO_ZERO, TO_NEAREST, UP, DOWN };
