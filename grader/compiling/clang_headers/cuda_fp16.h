// half and half2: conversions, arithmetic, comparisons.
#define GRADER_FN static __device__ inline __attribute__((always_inline, nodebug))
#define GRADER_MEMBER __device__ inline __attribute__((always_inline, nodebug))
struct __half {
  _Float16 value;
  __half() = default;
  GRADER_MEMBER __half(float x) : value((_Float16)x) {}
  GRADER_MEMBER __half(double x) : value((_Float16)x) {}
  GRADER_MEMBER __half(int x) : value((_Float16)x) {}
  GRADER_MEMBER operator float() const { return (float)value; }
};
typedef __half half;
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
};
typedef __half2 half2;
GRADER_FN __half grader_half(_Float16 x) { __half made; made.value = x; return made; }
GRADER_FN __half __float2half(float x) { return grader_half((_Float16)x); }
GRADER_FN __half __float2half_rn(float x) { return grader_half((_Float16)x); }
GRADER_FN float __half2float(__half x) { return (float)x.value; }
GRADER_FN __half __int2half_rn(int x) { return grader_half((_Float16)x); }
GRADER_FN __half __hadd(__half x, __half y) { return grader_half(x.value + y.value); }
GRADER_FN __half __hsub(__half x, __half y) { return grader_half(x.value - y.value); }
GRADER_FN __half __hmul(__half x, __half y) { return grader_half(x.value * y.value); }
GRADER_FN __half __hfma(__half x, __half y, __half z) {
  return grader_half(__builtin_fmaf16(x.value, y.value, z.value));
}
GRADER_FN __half __hneg(__half x) { return grader_half(-x.value); }
GRADER_FN bool __hlt(__half x, __half y) { return x.value < y.value; }
GRADER_FN bool __hgt(__half x, __half y) { return x.value > y.value; }
GRADER_FN bool __heq(__half x, __half y) { return x.value == y.value; }
GRADER_FN __half operator+(__half x, __half y) { return __hadd(x, y); }
GRADER_FN __half operator-(__half x, __half y) { return __hsub(x, y); }
GRADER_FN __half operator*(__half x, __half y) { return __hmul(x, y); }
GRADER_FN __half operator/(__half x, __half y) { return grader_half((_Float16)((float)x.value / (float)y.value)); }
GRADER_FN __half &operator+=(__half &x, __half y) { return x = x + y; }
GRADER_FN __half &operator-=(__half &x, __half y) { return x = x - y; }
GRADER_FN __half &operator*=(__half &x, __half y) { return x = x * y; }
GRADER_FN __half2 __halves2half2(__half x, __half y) { __half2 made = {x, y}; return made; }
GRADER_FN __half2 __float2half2_rn(float x) { return __halves2half2(__float2half(x), __float2half(x)); }
GRADER_FN __half __low2half(__half2 v) { return v.x; }
GRADER_FN __half __high2half(__half2 v) { return v.y; }
GRADER_FN __half2 __hadd2(__half2 a, __half2 b) { return __halves2half2(a.x + b.x, a.y + b.y); }
GRADER_FN __half2 __hmul2(__half2 a, __half2 b) { return __halves2half2(a.x * b.x, a.y * b.y); }
GRADER_FN __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __halves2half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
#undef GRADER_MEMBER
#undef GRADER_FN
