#include <float.h>

struct Larger { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
struct Plus { __device__ float operator()(float a, float b) const { return a + b; } };

// a tree over the block's numbers; thread 0 gets the result
template <class Op>
__device__ float tree(float mine, Op op) {
    __shared__ float part[BLOCK];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int s = BLOCK / 2; s; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    return part[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *row = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK) best = Larger()(best, row[c]);
    best = tree(best, Larger());
    if (threadIdx.x == 0) most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf((row[c] - m) / temperature);
    sum = tree(sum, Plus());
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols) return;
    int row = blockIdx.y, at = row * cols + c;
    float e = expf((x[at] - most[row]) / temperature);
    y[at] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
