#include <cfloat>

struct Larger { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
struct Plus   { __device__ float operator()(float a, float b) const { return a + b; } };

// brings the values of all threads together in part[0]
template <class Op>
__device__ void tree(float *part, Op op) {
    __syncthreads();
    for (int width = BLOCK >> 1; width >= 1; width >>= 1) {
        if (threadIdx.x < width)
            part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + width]);
        __syncthreads();
    }
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float part[BLOCK];
    const float *line = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = fmaxf(best, line[c]);
    part[threadIdx.x] = best;
    tree(part, Larger());
    if (threadIdx.x == 0) most[blockIdx.x] = part[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const float *line = x + blockIdx.x * cols;
    const float top = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((line[c] - top) / temperature);
    part[threadIdx.x] = sum;
    tree(part, Plus());
    if (threadIdx.x == 0) total[blockIdx.x] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols) return;
    const float e = expf((x[row * cols + c] - most[row]) / temperature);
    y[row * cols + c] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
}
