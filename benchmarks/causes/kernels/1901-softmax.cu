#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const int t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * cols;

    float m = FLT_MIN;
    for (int c = t; c < cols; c += BLOCK)
        if (row[c] > m)
            m = row[c];
    best[t] = m;
    __syncthreads();

    for (int k = BLOCK / 2; k >= 1; k /= 2) {
        if (t < k && best[t + k] > best[t])
            best[t] = best[t + k];
        __syncthreads();
    }
    if (t == 0)
        most[blockIdx.x] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float sums[BLOCK];
    const int t = threadIdx.x;
    const float *row = x + (size_t)blockIdx.x * cols;
    const float top = most[blockIdx.x];

    float s = 0.0f;
    for (int c = t; c < cols; c += BLOCK)
        s += expf((row[c] - top) / temperature);
    sums[t] = s;
    __syncthreads();

    for (int k = BLOCK / 2; k >= 1; k /= 2) {
        if (t < k)
            sums[t] += sums[t + k];
        __syncthreads();
    }
    if (t == 0)
        total[blockIdx.x] = sums[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int r = blockIdx.y;
    if (c >= cols)
        return;
    const float e = expf((x[(size_t)r * cols + c] - most[r]) / temperature);
    y[(size_t)r * cols + c] = (1 - smoothing) * e / total[r] + smoothing / cols;
}
