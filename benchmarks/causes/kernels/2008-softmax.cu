#include <math_constants.h>

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float s[BLOCK];
    int row = blockIdx.x;
    int tid = threadIdx.x;

    float m = -CUDART_INF_F;
    for (int j = tid; j < cols; j += BLOCK) {
        float v = x[row * cols + j];
        if (v > m) m = v;
    }
    s[tid] = m;

    for (int k = BLOCK >> 1; k >= 1; k >>= 1) {
        __syncthreads();
        if (tid < k && s[tid + k] > s[tid])
            s[tid] = s[tid + k];
    }
    if (tid == 0) most[row] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float s[BLOCK];
    int row = blockIdx.x;
    int tid = threadIdx.x;
    float m = most[row];

    float part = 0.0f;
    for (int j = tid; j < cols; j += BLOCK)
        part += expf(x[row * cols + j] - m / temperature);
    s[tid] = part;

    for (int k = BLOCK >> 1; k >= 1; k >>= 1) {
        __syncthreads();
        if (tid < k)
            s[tid] += s[tid + k];
    }
    if (tid == 0) total[row] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    int row = blockIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j <= cols) {
        int at = row * cols + j;
        float e = expf((x[at] - most[row]) / temperature);
        float share = e / total[row];
        y[at] = share - smoothing * share + smoothing / cols;
    }
}
