/* Instructions that compute on registers. The function for `bfe.u32` is `bfe_u32`, which `isa/functions.py` writes into
   a kernel's IR where the instruction stands: for one thread, or the same operations on a vector for a row of threads.

   So a function is one block of operations on numbers: choose between values that are there already (`a < b ? c : d`
   with variables, `&` for `&&`), and use no memory. One that needs more is called instead, a thread at a time. */

#pragma once

#include "records.h"

typedef bool pred;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef uint16_t u16;
typedef u16 b16;
typedef u32 b32;
typedef u64 b64;
typedef __int128 s128;
typedef unsigned __int128 u128;

#define INLINE static inline __attribute__((always_inline, unused))
#define LESSER __builtin_elementwise_min
#define BITS(T) (8 * (int)sizeof(T))
