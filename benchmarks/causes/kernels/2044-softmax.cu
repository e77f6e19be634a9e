#include <float.h>

struct Max { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };

template <class Op>
__device__ float together(float mine, Op op) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    s[t] = mine;
    __syncthreads();
    for (int h = BLOCK / 2; h; h /= 2) {
        if (t < h) s[t] = op(s[t], s[t + h]);
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *row = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = Max()(best, row[c]);
    best = together(best, Max());
    if (threadIdx.x == 0) most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float all = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        all += expf((row[c] - m) / temperature);
    all = together(all, Sum());
    if (threadIdx.x == 0) total[blockIdx.x] = all;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int r = blockIdx.y;
    if (c >= cols) return;
    const int at = r * cols + c;
    const float e = expf((x[at] - most[r]) / temperature);
    y[at] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
}
