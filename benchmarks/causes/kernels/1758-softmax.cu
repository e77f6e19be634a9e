#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    const int row = blockIdx.x;

    float big = FLT_MIN;
    for (int c = t; c < cols; c += BLOCK)
        big = fmaxf(big, x[row * cols + c]);
    s[t] = big;
    __syncthreads();

    for (int h = BLOCK / 2; h > 0; h >>= 1) {
        if (t < h)
            s[t] = fmaxf(s[t], s[t + h]);
        __syncthreads();
    }
    if (t == 0)
        most[row] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    const int row = blockIdx.x;
    const float m = most[row];

    float sum = 0.0f;
    for (int c = t; c < cols; c += BLOCK)
        sum += expf((x[row * cols + c] - m) / temperature);
    s[t] = sum;
    __syncthreads();

    for (int h = BLOCK / 2; h > 0; h >>= 1) {
        if (t < h)
            s[t] += s[t + h];
        __syncthreads();
    }
    if (t == 0)
        total[row] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        float e = expf((x[row * cols + c] - most[row]) / temperature);
        y[row * cols + c] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
