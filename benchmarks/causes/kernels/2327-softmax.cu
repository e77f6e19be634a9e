#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const float *line = x + (size_t)blockIdx.x * cols;
    float m = FLT_MIN;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        if (line[c] > m) m = line[c];
    s[threadIdx.x] = m;
    __syncthreads();
    for (int w = BLOCK / 2; w >= 1; w /= 2) {
        if (threadIdx.x < w && s[threadIdx.x + w] > s[threadIdx.x])
            s[threadIdx.x] = s[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const float *line = x + (size_t)blockIdx.x * cols;
    const float top = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((line[c] - top) / temperature);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int w = BLOCK / 2; w >= 1; w /= 2) {
        if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols) return;
    size_t at = (size_t)row * cols + col;
    float e = expf((x[at] - most[row]) / temperature);
    y[at] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
}
