#define GRADER_ONE(name, type) \
  static __device__ __forceinline__ double name(type x) { return name((double)x); }
#define GRADER_ALL(name) GRADER_ONE(name, int) GRADER_ONE(name, unsigned) GRADER_ONE(name, long) \
  GRADER_ONE(name, unsigned long) GRADER_ONE(name, long long) GRADER_ONE(name, unsigned long long)
GRADER_ALL(ceil) GRADER_ALL(floor) GRADER_ALL(sqrt) GRADER_ALL(exp) GRADER_ALL(log) GRADER_ALL(log2) GRADER_ALL(fabs)
#undef GRADER_ALL
#undef GRADER_ONE
static __device__ __forceinline__ double pow(int x, int y) { return pow((double)x, (double)y); }
static __device__ __forceinline__ float pow(int x, float y) { return pow((float)x, y); }
static __device__ __forceinline__ double pow(int x, double y) { return pow((double)x, y); }
static __device__ __forceinline__ double fmin(int x, int y) { return fmin((double)x, (double)y); }
static __device__ __forceinline__ double fmax(int x, int y) { return fmax((double)x, (double)y); }
namespace std {
using ::ceil; using ::floor; using ::sqrt; using ::exp; using ::log; using ::log2; using ::fabs; using ::pow;
using ::fmin; using ::fmax; using ::abs; using ::min; using ::max; using ::size_t; using ::fminf; using ::fmaxf;
using ::sqrtf; using ::fabsf; using ::floorf; using ::ceilf; using ::expf; using ::logf; using ::powf;
using ::sin; using ::cos; using ::tan; using ::asin; using ::acos; using ::atan; using ::atan2; using ::sinh;
using ::cosh; using ::tanh; using ::exp2; using ::expm1; using ::log10; using ::log1p; using ::cbrt; using ::hypot;
using ::fma; using ::fmod; using ::round; using ::trunc; using ::rint; using ::erf; using ::erfc; using ::copysign;
using ::isnan; using ::isinf; using ::isfinite; using ::signbit;
}
