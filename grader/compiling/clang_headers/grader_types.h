// What both halves of a program know without an #include, for Clang: vector types, dim3, min and max. GRADER_FN stands
// before each function.
// Vector types: one, two, three and four components, aligned as the CUDA C++ Programming Guide lists them.
#define GRADER_VECTORS(type, base, align2, align4)                                                         \
  struct base##1 { type x; };                                                                              \
  struct __align__(align2) base##2 { type x, y; };                                                         \
  struct base##3 { type x, y, z; };                                                                        \
  struct __align__(align4) base##4 { type x, y, z, w; };                                                   \
  GRADER_FN base##1 make_##base##1(type x) { base##1 made = {x}; return made; }                            \
  GRADER_FN base##2 make_##base##2(type x, type y) { base##2 made = {x, y}; return made; }                 \
  GRADER_FN base##3 make_##base##3(type x, type y, type z) { base##3 made = {x, y, z}; return made; }      \
  GRADER_FN base##4 make_##base##4(type x, type y, type z, type w) { base##4 made = {x, y, z, w}; return made; }
GRADER_VECTORS(signed char, char, 2, 4)
GRADER_VECTORS(unsigned char, uchar, 2, 4)
GRADER_VECTORS(short, short, 4, 8)
GRADER_VECTORS(unsigned short, ushort, 4, 8)
GRADER_VECTORS(int, int, 8, 16)
GRADER_VECTORS(unsigned int, uint, 8, 16)
GRADER_VECTORS(long, long, 16, 16)
GRADER_VECTORS(unsigned long, ulong, 16, 16)
GRADER_VECTORS(long long, longlong, 16, 16)
GRADER_VECTORS(unsigned long long, ulonglong, 16, 16)
GRADER_VECTORS(float, float, 8, 16)
GRADER_VECTORS(double, double, 16, 16)
#undef GRADER_VECTORS

#define GRADER_BOTH __host__ __device__ __attribute__((nodebug))
struct dim3 {
  unsigned int x, y, z;
  constexpr GRADER_BOTH dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  constexpr GRADER_BOTH dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr GRADER_BOTH operator uint3() const { return uint3{x, y, z}; }
};
#undef GRADER_BOTH

// Smaller and larger, of equal and of mixed types.
#define GRADER_MINMAX(type)                                                                                \
  GRADER_FN type min(type x, type y) { return y < x ? y : x; }                                             \
  GRADER_FN type max(type x, type y) { return x < y ? y : x; }
GRADER_MINMAX(int)
GRADER_MINMAX(unsigned int)
GRADER_MINMAX(long)
GRADER_MINMAX(unsigned long)
GRADER_MINMAX(long long)
GRADER_MINMAX(unsigned long long)
#undef GRADER_MINMAX
#define GRADER_MIXED(one, other, type)                                                                     \
  GRADER_FN type min(one x, other y) { return min((type)x, (type)y); }                                     \
  GRADER_FN type max(one x, other y) { return max((type)x, (type)y); }                                     \
  GRADER_FN type min(other x, one y) { return min((type)x, (type)y); }                                     \
  GRADER_FN type max(other x, one y) { return max((type)x, (type)y); }
GRADER_MIXED(int, unsigned int, unsigned int)
GRADER_MIXED(long, unsigned long, unsigned long)
GRADER_MIXED(long long, unsigned long long, unsigned long long)
GRADER_MIXED(int, long, long)
GRADER_MIXED(int, unsigned long, unsigned long)
GRADER_MIXED(unsigned int, unsigned long, unsigned long)
GRADER_MIXED(int, long long, long long)
GRADER_FN float min(float x, float y) { return __builtin_fminf(x, y); }
GRADER_FN float max(float x, float y) { return __builtin_fmaxf(x, y); }
GRADER_FN double min(double x, double y) { return __builtin_fmin(x, y); }
GRADER_FN double max(double x, double y) { return __builtin_fmax(x, y); }
GRADER_MIXED(float, double, double)
#undef GRADER_MIXED
