#include <cfloat>

struct Larger {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Plus {
    __device__ float operator()(float a, float b) const { return a + b; }
};

// All threads of the block get the combination of all their values.
template <typename Op>
__device__ float combine(float mine, Op op) {
    __shared__ float part[BLOCK];
    const int me = threadIdx.x;
    part[me] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (me < half)
            part[me] = op(part[me], part[me + half]);
        __syncthreads();
    }
    return part[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *line = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int col = threadIdx.x; col < cols; col += BLOCK)
        best = fmaxf(best, line[col]);
    best = combine(best, Larger());
    if (threadIdx.x == 0)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *line = x + blockIdx.x * cols;
    const float top = most[blockIdx.x];
    float s = 0.0f;
    for (int col = threadIdx.x; col < cols; col += BLOCK)
        s += expf((line[col] - top) / temperature);
    s = combine(s, Plus());
    if (threadIdx.x == 0)
        total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols)
        return;
    const float e = expf((x[row * cols + col] - most[row]) / temperature);
    y[row * cols + col] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
