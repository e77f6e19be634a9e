// The grader's own kernels: inputs from a secret seed, guard zones, and Freivalds' check in float64.
//
// Elements: 0 float, 1 double, 2 int, 3 half. What a matrix is filled with (`fill`):
//   0  odd whole numbers of 12 bits: rounding one to half or TF32 (11 bits) changes it
//   1  -2, -1, 1, 2
//   2  -1, 1
//   3  fractions between 0.5 and 1.5, of either sign
// With 0 on one side and 1 or 2 on the other, every sum is exact in float32, so the product must be right to the bit.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;

__device__ u64 mix(u64 seed, u64 index)
{
    u64 z = seed + (index + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

__device__ double value_at(u64 seed, u64 index, int fill)
{
    u64 bits = mix(seed, index);
    double sign = (bits >> 63) ? -1.0 : 1.0;
    if (fill == 0)
        return sign * (double)(2049 + 2 * (int)((bits >> 8) & 1023));
    if (fill == 1)
        return sign * (double)(1 + (int)((bits >> 8) & 1));
    if (fill == 2)
        return sign;
    return sign * (double)(float)(0.5 + (double)((bits >> 8) & 0x7FFFFF) / 8388608.0);
}

__device__ double load(const void *p, u64 index, int element)
{
    if (element == 0)
        return (double)((const float *)p)[index];
    if (element == 1)
        return ((const double *)p)[index];
    if (element == 2)
        return (double)((const int *)p)[index];
    u32 h = ((const u16 *)p)[index];
    u32 exponent = (h >> 10) & 31, fraction = h & 1023;
    u64 sign = (u64)(h >> 15) << 63;
    if (exponent == 31)
        return __longlong_as_double((long long)(sign | 0x7FF0000000000000ull | ((u64)fraction << 42)));
    if (exponent == 0)
        return ((h >> 15) ? -1.0 : 1.0) * (double)fraction / 16777216.0;
    return __longlong_as_double((long long)(sign | ((u64)(exponent + 1008) << 52) | ((u64)fraction << 42)));
}

__device__ u64 bits_of(double value, int element)
{
    if (element == 0)
        return (u64)__float_as_uint((float)value);
    if (element == 1)
        return (u64)__double_as_longlong(value);
    if (element == 2)
        return (u64)(u32)(int)value;
    // half: only small whole numbers are ever written
    u32 magnitude = value < 0 ? (u32)(-value) : (u32)value;
    return (u64)((value < 0 ? 0x8000u : 0u) | (magnitude == 2 ? 0x4000u : 0x3C00u));
}

__device__ u64 stored_bits(const void *p, u64 index, int element)
{
    if (element == 1)
        return ((const u64 *)p)[index];
    if (element == 3)
        return ((const u16 *)p)[index];
    return ((const u32 *)p)[index];
}

extern "C" __global__ void fill_matrix(void *p, u64 count, u64 seed, int fill, int element)
{
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        u64 bits = bits_of(value_at(seed, i, fill), element);
        if (element == 1)
            ((u64 *)p)[i] = bits;
        else if (element == 3)
            ((u16 *)p)[i] = (u16)bits;
        else
            ((u32 *)p)[i] = (u32)bits;
    }
}

extern "C" __global__ void count_changed(const void *p, u64 count, u64 seed, int fill, int element, u64 *changed)
{
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        if (stored_bits(p, i, element) != bits_of(value_at(seed, i, fill), element))
            atomicAdd(changed, 1ull);
}

extern "C" __global__ void fill_words(u32 *p, u64 count, u32 pattern)
{
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        p[i] = pattern;
}

extern "C" __global__ void count_other_words(const u32 *p, u64 count, u32 pattern, u64 *others)
{
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        if (p[i] != pattern)
            atomicAdd(others, 1ull);
}

// Whole numbers from -4096 to 4096, never 0: columns of probes, and their magnitudes.
extern "C" __global__ void fill_probes(double *x, double *magnitude, u64 count, u64 seed)
{
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        u64 bits = mix(seed, i);
        double size = (double)(1 + (int)((bits >> 8) & 4095));
        x[i] = (bits >> 63) ? -size : size;
        magnitude[i] = size;
    }
}

// y = M · x and bound = |M| · z for four columns: one block of 128 threads for each row of M.
extern "C" __global__ void multiply_panel(const void *m, int element, int columns, u64 row_stride, u64 column_stride,
                                          const double *x, const double *z, double *y, double *bound)
{
    __shared__ double sums[8][128];
    int t = threadIdx.x;
    u64 row = blockIdx.x;
    double part[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = t; k < columns; k += 128) {
        double value = load(m, row * row_stride + (u64)k * column_stride, element);
        double size = value < 0 ? -value : value;
        for (int c = 0; c < 4; ++c) {
            part[c] += value * x[(u64)k * 4 + c];
            part[4 + c] += size * z[(u64)k * 4 + c];
        }
    }
    for (int c = 0; c < 8; ++c)
        sums[c][t] = part[c];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            for (int c = 0; c < 8; ++c)
                sums[c][t] += sums[c][t + half];
        __syncthreads();
    }
    if (t < 4) {
        y[row * 4 + t] = sums[t][0];
        bound[row * 4 + t] = sums[4 + t][0];
    }
}

// Rows where C · x is not alpha · A · (B · x) + beta · C0 · x within the bound. A NaN is not within anything.
extern "C" __global__ void count_wrong_rows(const double *cx, const double *abx, const double *ab_bound,
                                            const double *c0x, const double *c0_bound, double alpha, double beta,
                                            double tolerance, int rows, u64 *wrong, u32 *first)
{
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        bool right = true;
        for (int c = 0; c < 4; ++c) {
            int i = row * 4 + c;
            double expected = alpha * abx[i], bound = (alpha < 0 ? -alpha : alpha) * ab_bound[i];
            if (beta != 0) {
                expected += beta * c0x[i];
                bound += (beta < 0 ? -beta : beta) * c0_bound[i];
            }
            double error = cx[i] - expected;
            right = right && (error < 0 ? -error : error) <= tolerance * bound;
        }
        if (!right) {
            atomicAdd(wrong, 1ull);
            atomicMin(first, (u32)row);
        }
    }
}
