#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float cache[BLOCK];
    const float *line = x + (size_t)blockIdx.x * cols;
    const int tid = threadIdx.x;

    float best = FLT_MIN;
    for (int c = tid; c < cols; c += BLOCK)
        if (line[c] > best)
            best = line[c];
    cache[tid] = best;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s && cache[tid + s] > cache[tid])
            cache[tid] = cache[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        most[blockIdx.x] = cache[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float cache[BLOCK];
    const float *line = x + (size_t)blockIdx.x * cols;
    const int tid = threadIdx.x;
    const float m = most[blockIdx.x];

    float acc = 0.0f;
    for (int c = tid; c < cols; c += BLOCK)
        acc += expf((line[c] - m) / temperature);
    cache[tid] = acc;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s)
            cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        total[blockIdx.x] = cache[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col < cols) {
        const float e = expf((x[row * cols + col] - most[row]) / temperature);
        y[row * cols + col] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
