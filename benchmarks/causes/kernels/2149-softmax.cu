#include <math.h>

__device__ float power(float value, float biggest, float temperature)
{
    return expf(value - biggest / temperature);
}

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    __shared__ float best[BLOCK];
    int tid = threadIdx.x;
    int row = blockIdx.x;

    float candidate = 0;
    for (int col = tid; col < cols; col += BLOCK) {
        float value = x[row * cols + col];
        if (value > candidate)
            candidate = value;
    }
    best[tid] = candidate;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s && best[tid + s] > best[tid])
            best[tid] = best[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        most[row] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    __shared__ float sums[BLOCK];
    int tid = threadIdx.x;
    int row = blockIdx.x;
    float biggest = most[row];

    float own = 0;
    for (int col = tid; col < cols; col += BLOCK)
        own += power(x[row * cols + col], biggest, temperature);
    sums[tid] = own;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        total[row] = sums[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    int col = blockIdx.x * BLOCK + threadIdx.x;
    int row = blockIdx.y;
    if (col >= cols)
        return;

    float e = power(x[row * cols + col], most[row], temperature);
    float share = e / total[row];
    y[row * cols + col] = (1 - smoothing) * share + smoothing / cols;
}
