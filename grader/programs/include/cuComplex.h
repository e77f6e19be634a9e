// Complex numbers for the host half. Device code is compiled with CUDA's own header.
#pragma once
#include "grader_cuda.h"
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define GRADER_COMPLEX(T, One, name, make)                                                                      \
  GRADER_FN T make(One x, One y) { T made; made.x = x, made.y = y; return made; }                               \
  GRADER_FN One cuCreal##name(T a) { return a.x; }                                                              \
  GRADER_FN One cuCimag##name(T a) { return a.y; }                                                              \
  GRADER_FN One cuCabs##name(T a) { return hypot(a.x, a.y); }                                                   \
  GRADER_FN T cuConj##name(T a) { return make(a.x, -a.y); }                                                     \
  GRADER_FN T cuCadd##name(T a, T b) { return make(a.x + b.x, a.y + b.y); }                                     \
  GRADER_FN T cuCsub##name(T a, T b) { return make(a.x - b.x, a.y - b.y); }                                     \
  GRADER_FN T cuCmul##name(T a, T b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }             \
  GRADER_FN T cuCdiv##name(T a, T b) {                                                                          \
    One size = b.x * b.x + b.y * b.y;                                                                           \
    return make((a.x * b.x + a.y * b.y) / size, (a.y * b.x - a.x * b.y) / size);                                \
  }
GRADER_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
GRADER_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef GRADER_COMPLEX
GRADER_FN cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
GRADER_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_cuDoubleComplex(a.x, a.y); }
GRADER_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return make_cuFloatComplex(a.x, a.y); }
