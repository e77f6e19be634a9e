#include <cfloat>

// The tree is the same for both kernels; what it does with two numbers comes as a type.
struct Largest {
    static __device__ float of(float a, float b) { return fmaxf(a, b); }
};

struct Plus {
    static __device__ float of(float a, float b) { return a + b; }
};

template <class Op>
__device__ float tree(float mine) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    s[t] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        if (t < half)
            s[t] = Op::of(s[t], s[t + half]);
        __syncthreads();
    }
    return s[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *line = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = Largest::of(best, line[c]);
    best = tree<Largest>(best);
    if (threadIdx.x == 0)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *line = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum = Plus::of(sum, expf((line[c] - m) / temperature));
    sum = tree<Plus>(sum);
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
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
