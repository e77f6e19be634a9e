#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + (size_t)blockIdx.x * cols;
    float largest = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        largest = fmaxf(largest, row[c]);
    s[threadIdx.x] = largest;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + (size_t)blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((row[c] - m) / temperature);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int r = blockIdx.y;
    if (c >= cols)
        return;
    const size_t at = (size_t)r * cols + c;
    const float e = expf((x[at] - most[r]) / temperature);
    y[at] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
}
