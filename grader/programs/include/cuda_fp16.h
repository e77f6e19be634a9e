// Half precision for the host half: conversions, and what follows from them.
#pragma once
#include "grader_cuda.h"
struct __half {
  _Float16 value;
  __half() = default;
  __host__ __device__ __half(float x) : value((_Float16)x) {}
  __host__ __device__ operator float() const { return (float)value; }
};
struct __align__(4) __half2 { __half x, y; };
typedef __half half;
typedef __half2 half2;
GRADER_FN __half __float2half(float x) { return __half(x); }
GRADER_FN __half __float2half_rn(float x) { return __half(x); }
GRADER_FN __half __double2half(double x) { __half made; made.value = (_Float16)x; return made; }
GRADER_FN float __half2float(__half x) { return x; }
GRADER_FN __half2 __floats2half2_rn(float x, float y) { __half2 made; made.x = x, made.y = y; return made; }
GRADER_FN __half2 __float2half2_rn(float x) { return __floats2half2_rn(x, x); }
GRADER_FN float __low2float(__half2 x) { return x.x; }
GRADER_FN float __high2float(__half2 x) { return x.y; }
