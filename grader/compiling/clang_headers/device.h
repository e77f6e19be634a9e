// What a CUDA compiler knows without any #include, for Clang without CUDA. Everything here is inlined and carries no
// line information, so that what it does counts as done on the student's line.
#define __CUDACC__ 1
#define __NVCC__ 1
#define CUDART_VERSION 12000

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_PI_F 3.141592654f

#define GRADER_FN static __device__ inline __attribute__((always_inline, nodebug))

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef unsigned char uchar;
typedef decltype(nullptr) nullptr_t;
namespace std {
using ::size_t;
using ::nullptr_t;
}  // namespace std

#include "grader_types.h"

// threadIdx and its like: reading a component reads the special register.
#define GRADER_REGISTER(type, name, reg)                                                                   \
  struct grader_##name {                                                                                   \
    __declspec(property(get = get_x)) unsigned int x;                                                      \
    __declspec(property(get = get_y)) unsigned int y;                                                      \
    __declspec(property(get = get_z)) unsigned int z;                                                      \
    GRADER_FN unsigned int get_x() { return __nvvm_read_ptx_sreg_##reg##_x(); }                            \
    GRADER_FN unsigned int get_y() { return __nvvm_read_ptx_sreg_##reg##_y(); }                            \
    GRADER_FN unsigned int get_z() { return __nvvm_read_ptx_sreg_##reg##_z(); }                            \
    __device__ inline __attribute__((always_inline, nodebug)) operator uint3() const {                     \
      return make_uint3(get_x(), get_y(), get_z());                                                        \
    }                                                                                                      \
    __device__ inline __attribute__((always_inline, nodebug)) operator dim3() const {                      \
      return dim3(get_x(), get_y(), get_z());                                                              \
    }                                                                                                      \
  };                                                                                                       \
  extern const __device__ grader_##name name;
GRADER_REGISTER(uint3, threadIdx, tid)
GRADER_REGISTER(uint3, blockIdx, ctaid)
GRADER_REGISTER(dim3, blockDim, ntid)
GRADER_REGISTER(dim3, gridDim, nctaid)
#undef GRADER_REGISTER
#define warpSize 32
#ifndef NULL
#define NULL __null
#endif

// Barriers and fences.
GRADER_FN int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
GRADER_FN int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
GRADER_FN int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
GRADER_FN void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
GRADER_FN void __threadfence() { __nvvm_membar_gl(); }
GRADER_FN void __threadfence_block() { __nvvm_membar_cta(); }
GRADER_FN void __threadfence_system() { __nvvm_membar_sys(); }
GRADER_FN void __trap() { __asm__ volatile("trap;"); }

// Warp functions.
GRADER_FN unsigned int __activemask() { return __nvvm_activemask(); }
GRADER_FN unsigned int __ballot_sync(unsigned int mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
GRADER_FN int __any_sync(unsigned int mask, int p) { return __nvvm_vote_any_sync(mask, p); }
GRADER_FN int __all_sync(unsigned int mask, int p) { return __nvvm_vote_all_sync(mask, p); }
#define GRADER_SHUFFLE(name, how, second, clamp)                                                           \
  GRADER_FN int name(unsigned int mask, int value, second at, int width = 32) {                            \
    return __nvvm_shfl_sync_##how##_i32(mask, value, at, ((32 - width) << 8) | clamp);                     \
  }                                                                                                        \
  GRADER_FN unsigned int name(unsigned int mask, unsigned int value, second at, int width = 32) {          \
    return (unsigned int)name(mask, (int)value, at, width);                                                \
  }                                                                                                        \
  GRADER_FN float name(unsigned int mask, float value, second at, int width = 32) {                        \
    return __nvvm_shfl_sync_##how##_f32(mask, value, at, ((32 - width) << 8) | clamp);                     \
  }                                                                                                        \
  GRADER_FN double name(unsigned int mask, double value, second at, int width = 32) {                      \
    long long bits = __builtin_bit_cast(long long, value);                                                 \
    unsigned int low = (unsigned int)name(mask, (int)bits, at, width);                                     \
    long long high = name(mask, (int)(bits >> 32), at, width);                                             \
    return __builtin_bit_cast(double, (high << 32) | low);                                                 \
  }
GRADER_SHUFFLE(__shfl_sync, idx, int, 31)
GRADER_SHUFFLE(__shfl_up_sync, up, unsigned int, 0)
GRADER_SHUFFLE(__shfl_down_sync, down, unsigned int, 31)
GRADER_SHUFFLE(__shfl_xor_sync, bfly, int, 31)
#undef GRADER_SHUFFLE

// Atomics: relaxed, on the device, as CUDA's are.
#define GRADER_RELAXED __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE
#define GRADER_ATOMIC(name, op, type) \
  GRADER_FN type name(type *at, type value) { return __scoped_atomic_##op(at, value, GRADER_RELAXED); }
#define GRADER_ATOMIC_INTEGERS(name, op)                                                                   \
  GRADER_ATOMIC(name, op, int)                                                                             \
  GRADER_ATOMIC(name, op, unsigned int)                                                                    \
  GRADER_ATOMIC(name, op, unsigned long long)
GRADER_ATOMIC_INTEGERS(atomicAdd, fetch_add)
GRADER_ATOMIC(atomicAdd, fetch_add, float)
GRADER_ATOMIC(atomicAdd, fetch_add, double)
GRADER_ATOMIC_INTEGERS(atomicSub, fetch_sub)
GRADER_ATOMIC_INTEGERS(atomicAnd, fetch_and)
GRADER_ATOMIC_INTEGERS(atomicOr, fetch_or)
GRADER_ATOMIC_INTEGERS(atomicXor, fetch_xor)
GRADER_ATOMIC_INTEGERS(atomicMin, fetch_min)
GRADER_ATOMIC_INTEGERS(atomicMax, fetch_max)
GRADER_ATOMIC_INTEGERS(atomicExch, exchange_n)
GRADER_FN float atomicExch(float *at, float value) {
  return __builtin_bit_cast(float, atomicExch((int *)at, __builtin_bit_cast(int, value)));
}
#define GRADER_CAS(type)                                                                                   \
  GRADER_FN type atomicCAS(type *at, type compare, type value) {                                           \
    __scoped_atomic_compare_exchange_n(at, &compare, value, false, __ATOMIC_RELAXED, GRADER_RELAXED);      \
    return compare;                                                                                        \
  }
GRADER_CAS(int)
GRADER_CAS(unsigned int)
GRADER_CAS(unsigned long long)
#undef GRADER_CAS
#undef GRADER_ATOMIC_INTEGERS
#undef GRADER_ATOMIC
#undef GRADER_RELAXED

// Bits.
GRADER_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
GRADER_FN unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
GRADER_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
GRADER_FN float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
GRADER_FN long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
GRADER_FN double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
GRADER_FN int __popc(unsigned int x) { return __builtin_popcount(x); }
GRADER_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
GRADER_FN int __clz(int x) { return x ? __builtin_clz((unsigned int)x) : 32; }
GRADER_FN int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
GRADER_FN int __ffs(int x) { return __builtin_ffs(x); }
GRADER_FN int __ffsll(long long x) { return __builtin_ffsll(x); }
GRADER_FN unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
GRADER_FN int __mul24(int x, int y) { return __nvvm_mul24_i(x, y); }
GRADER_FN unsigned int __umul24(unsigned int x, unsigned int y) { return __nvvm_mul24_ui(x, y); }
GRADER_FN int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
GRADER_FN unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x * y) >> 32);
}
GRADER_FN unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int s) { return __nvvm_prmt(x, y, s); }

// Loads through the read-only cache are plain loads here.
template <typename T> GRADER_FN T __ldg(const T *at) { return *at; }
template <typename T> GRADER_FN T __ldcg(const T *at) { return *at; }
template <typename T> GRADER_FN T __ldca(const T *at) { return *at; }
template <typename T> GRADER_FN T __ldcs(const T *at) { return *at; }
template <typename T> GRADER_FN void __stcs(T *at, T value) { *at = value; }

GRADER_FN int abs(int x) { return x < 0 ? -x : x; }
GRADER_FN long abs(long x) { return x < 0 ? -x : x; }
GRADER_FN long long abs(long long x) { return x < 0 ? -x : x; }
GRADER_FN float abs(float x) { return __builtin_fabsf(x); }
GRADER_FN double abs(double x) { return __builtin_fabs(x); }

// Exact mathematics: the same bits as CUDA's.
#define GRADER_ONE(name)                                                                                   \
  GRADER_FN float name##f(float x) { return __builtin_##name##f(x); }                                      \
  GRADER_FN float name(float x) { return __builtin_##name##f(x); }                                         \
  GRADER_FN double name(double x) { return __builtin_##name(x); }                                          \
  GRADER_FN double name(int x) { return __builtin_##name((double)x); }                                     \
  GRADER_FN double name(unsigned int x) { return __builtin_##name((double)x); }                            \
  GRADER_FN double name(long x) { return __builtin_##name((double)x); }                                    \
  GRADER_FN double name(unsigned long x) { return __builtin_##name((double)x); }
GRADER_ONE(sqrt)
GRADER_ONE(fabs)
GRADER_ONE(floor)
GRADER_ONE(ceil)
GRADER_ONE(trunc)
GRADER_ONE(rint)
GRADER_ONE(nearbyint)
GRADER_ONE(round)
#undef GRADER_ONE
#define GRADER_TWO(name)                                                                                   \
  GRADER_FN float name##f(float x, float y) { return __builtin_##name##f(x, y); }                          \
  GRADER_FN float name(float x, float y) { return __builtin_##name##f(x, y); }                             \
  GRADER_FN double name(double x, double y) { return __builtin_##name(x, y); }                             \
  GRADER_FN double name(int x, int y) { return __builtin_##name((double)x, (double)y); }
GRADER_TWO(fmin)
GRADER_TWO(fmax)
GRADER_TWO(copysign)
#undef GRADER_TWO
GRADER_FN float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
GRADER_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
GRADER_FN double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
GRADER_FN float __fmaf_rn(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
GRADER_FN float __fadd_rn(float x, float y) { return __nvvm_add_rn_f(x, y); }
GRADER_FN float __fsub_rn(float x, float y) { return __nvvm_add_rn_f(x, -y); }
GRADER_FN float __fmul_rn(float x, float y) { return __nvvm_mul_rn_f(x, y); }
GRADER_FN float __fdiv_rn(float x, float y) { return __nvvm_div_rn_f(x, y); }
GRADER_FN float __frcp_rn(float x) { return __nvvm_rcp_rn_f(x); }
GRADER_FN float __fsqrt_rn(float x) { return __nvvm_sqrt_rn_f(x); }
GRADER_FN double __dadd_rn(double x, double y) { return __nvvm_add_rn_d(x, y); }
GRADER_FN double __dmul_rn(double x, double y) { return __nvvm_mul_rn_d(x, y); }
GRADER_FN float __saturatef(float x) { return __nvvm_saturate_f(x); }
GRADER_FN bool isnan(float x) { return __builtin_isnan(x); }
GRADER_FN bool isnan(double x) { return __builtin_isnan(x); }
GRADER_FN bool isinf(float x) { return __builtin_isinf(x); }
GRADER_FN bool isinf(double x) { return __builtin_isinf(x); }
GRADER_FN bool isfinite(float x) { return __builtin_isfinite(x); }
GRADER_FN int __float2int_rn(float x) { return __nvvm_f2i_rn(x); }
GRADER_FN int __float2int_rz(float x) { return __nvvm_f2i_rz(x); }
GRADER_FN int __float2int_rd(float x) { return __nvvm_f2i_rm(x); }
GRADER_FN int __float2int_ru(float x) { return __nvvm_f2i_rp(x); }
GRADER_FN float __int2float_rn(int x) { return (float)x; }
GRADER_FN float __uint2float_rn(unsigned int x) { return (float)x; }

// Approximations by the hardware's own instructions: the intrinsics as CUDA has them; expf and its like, which CUDA
// computes more precisely, are built on them and differ in their last bits.
GRADER_FN float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
GRADER_FN float rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
GRADER_FN float __frsqrt_rn(float x) { return 1.0f / __builtin_sqrtf(x); }
GRADER_FN float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
GRADER_FN float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
GRADER_FN float log2f(float x) { return __nvvm_lg2_approx_f(x); }
GRADER_FN float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.44269504f); }
GRADER_FN float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.693147181f; }
GRADER_FN float __sinf(float x) { return __nvvm_sin_approx_f(x); }
GRADER_FN float __cosf(float x) { return __nvvm_cos_approx_f(x); }
GRADER_FN float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
GRADER_FN float expf(float x) { return __expf(x); }
GRADER_FN float logf(float x) { return __logf(x); }
GRADER_FN float sinf(float x) { return __sinf(x); }
GRADER_FN float cosf(float x) { return __cosf(x); }
GRADER_FN float powf(float x, float y) { return __powf(x, y); }
GRADER_FN float tanhf(float x) { return 1.0f - 2.0f / (1.0f + __expf(2.0f * x)); }
GRADER_FN float exp(float x) { return __expf(x); }
GRADER_FN float log(float x) { return __logf(x); }
GRADER_FN float sin(float x) { return __sinf(x); }
GRADER_FN float cos(float x) { return __cosf(x); }
GRADER_FN float pow(float x, float y) { return __powf(x, y); }
GRADER_FN double pow(double x, int n) {
  double made = 1.0, factor = n < 0 ? 1.0 / x : x;
  for (unsigned int left = n < 0 ? 0u - (unsigned int)n : (unsigned int)n; left; left >>= 1) {
    if (left & 1) made *= factor;
    factor *= factor;
  }
  return made;
}
GRADER_FN double pow(int x, int n) { return pow((double)x, n); }
// CUDA's double versions have no counterpart here, and a float's precision must not pass for a double's.
static __device__ double exp(double) = delete;
static __device__ double log(double) = delete;
static __device__ double sin(double) = delete;
static __device__ double cos(double) = delete;
static __device__ double pow(double, double) = delete;
namespace std {
using ::abs;
using ::ceil;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::max;
using ::min;
using ::pow;
using ::round;
using ::sqrt;
}  // namespace std

// Output and checks. printf becomes a call of vprintf in Clang itself.
extern "C" __device__ int printf(const char *format, ...);
extern "C" __device__ __attribute__((noreturn)) void __assertfail(
    const char *message, const char *file, unsigned int line, const char *function, size_t char_size);
#define assert(condition) \
  ((condition) ? (void)0 : __assertfail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
GRADER_FN void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
GRADER_FN void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }
GRADER_FN long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
GRADER_FN int clock() { return __nvvm_read_ptx_sreg_clock(); }
#undef GRADER_FN
