// Numbers of 16 bits with the exponent of a float, for the host half: conversions, and what follows from them.
#pragma once
#include "grader_cuda.h"
struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float x) {  // to the nearest one, of two to the even one
    unsigned all = __builtin_bit_cast(unsigned, x);
    bits = x != x ? 0x7FFF : (unsigned short)((all + 0x7FFF + (all >> 16 & 1)) >> 16);
  }
  __host__ __device__ operator float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
};
struct __align__(4) __nv_bfloat162 { __nv_bfloat16 x, y; };
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
GRADER_FN __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
GRADER_FN __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
GRADER_FN float __bfloat162float(__nv_bfloat16 x) { return x; }
GRADER_FN __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { __nv_bfloat162 made; made.x = x, made.y = y; return made; }
GRADER_FN __nv_bfloat162 __float2bfloat162_rn(float x) { return __floats2bfloat162_rn(x, x); }
GRADER_FN float __low2float(__nv_bfloat162 x) { return x.x; }
GRADER_FN float __high2float(__nv_bfloat162 x) { return x.y; }
