#include <cfloat>

struct Larger { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Plus   { __device__ float operator()(float a, float b) const { return a + b; } };

template <class Op>
__device__ float block_fold(float mine, Op op)
{
    __shared__ float tree[BLOCK];
    tree[threadIdx.x] = mine;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s)
            tree[threadIdx.x] = op(tree[threadIdx.x], tree[threadIdx.x + s]);
    }
    __syncthreads();
    return tree[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    const float *row = x + blockIdx.x * cols;
    float best = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = fmaxf(best, row[c]);
    best = block_fold(best, Larger());
    if (threadIdx.x == 0) most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    const float *row = x + blockIdx.x * cols;
    const float top = most[blockIdx.x];
    float sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((row[c] - top) / temperature);
    sum = block_fold(sum, Plus());
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    const int r = blockIdx.y, c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        const float e = expf((x[r * cols + c] - most[r]) / temperature);
        y[r * cols + c] = (1 - smoothing) * e / total[r] + smoothing / cols;
    }
}
