#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const float *row = x + blockIdx.x * cols;
    int t = threadIdx.x;

    float m = FLT_MIN;
    for (int c = t; c < cols; c += BLOCK)
        m = fmaxf(m, row[c]);
    best[t] = m;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s)
            best[t] = fmaxf(best[t], best[t + s]);
        __syncthreads();
    }
    if (t == 0)
        most[blockIdx.x] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const float *row = x + blockIdx.x * cols;
    float top = most[blockIdx.x];
    int t = threadIdx.x;

    float s = 0.0f;
    for (int c = t; c < cols; c += BLOCK)
        s += expf((row[c] - top) / temperature);
    part[t] = s;
    __syncthreads();

    for (int h = BLOCK / 2; h > 0; h /= 2) {
        if (t < h)
            part[t] += part[t + h];
        __syncthreads();
    }
    if (t == 0)
        total[blockIdx.x] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols)
        return;
    float e = expf((x[row * cols + col] - most[row]) / temperature);
    y[row * cols + col] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
}
