#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const float *row = x + blockIdx.x * cols;
    float m = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        m = fmaxf(m, row[c]);
    best[threadIdx.x] = m;
    __syncthreads();
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        if (threadIdx.x < half)
            best[threadIdx.x] = fmaxf(best[threadIdx.x], best[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        most[blockIdx.x] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        s += expf((row[c] - m) / temperature);
    part[threadIdx.x] = s;
    __syncthreads();
    for (int half = BLOCK / 2; half >= 1; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        total[blockIdx.x] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = blockIdx.x * BLOCK + threadIdx.x;
    int r = blockIdx.y;
    if (col < cols) {
        float e = expf((x[r * cols + col] - most[r]) / temperature);
        y[r * cols + col] = (1 - smoothing) * e / total[r] + smoothing / cols;
    }
}
