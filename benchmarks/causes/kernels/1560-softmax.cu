#include <float.h>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const float *row = x + blockIdx.x * cols;
    int t = threadIdx.x;
    float m = FLT_MIN;
    for (int c = t; c < cols; c += BLOCK)
        if (row[c] > m)
            m = row[c];
    best[t] = m;
    __syncthreads();
    for (int h = BLOCK / 2; h >= 1; h /= 2) {
        if (t < h && best[t + h] > best[t])
            best[t] = best[t + h];
        __syncthreads();
    }
    if (t == 0)
        most[blockIdx.x] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float sums[BLOCK];
    const float *row = x + blockIdx.x * cols;
    int t = threadIdx.x;
    float m = most[blockIdx.x];
    float s = 0;
    for (int c = t; c < cols; c += BLOCK)
        s += expf((row[c] - m) / temperature);
    sums[t] = s;
    __syncthreads();
    for (int h = BLOCK / 2; h >= 1; h /= 2) {
        if (t < h)
            sums[t] += sums[t + h];
        __syncthreads();
    }
    if (t == 0)
        total[blockIdx.x] = sums[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int c = blockIdx.x * BLOCK + threadIdx.x;
    int r = blockIdx.y;
    if (c < cols) {
        float e = expf((x[r * cols + c] - most[r]) / temperature);
        y[r * cols + c] = (1 - smoothing) * e / total[r] + smoothing / cols;
    }
}
