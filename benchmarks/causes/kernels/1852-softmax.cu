#include <cfloat>

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    int row = blockIdx.x;
    int tid = threadIdx.x;

    float m = FLT_MIN;
    for (int c = tid; c < cols; c += BLOCK) {
        float v = x[row * cols + c];
        if (v > m) m = v;
    }
    best[tid] = m;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s && best[tid + s] > best[tid])
            best[tid] = best[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        most[row] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    int row = blockIdx.x;
    int tid = threadIdx.x;
    float biggest = most[row];

    float s = 0.0f;
    for (int c = tid; c < cols; c += BLOCK)
        s += expf((x[row * cols + c] - biggest) / temperature);
    part[tid] = s;
    __syncthreads();

    for (int h = BLOCK / 2; h > 0; h >>= 1) {
        if (tid < h)
            part[tid] += part[tid + h];
        __syncthreads();
    }
    if (tid == 0)
        total[row] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col < cols) {
        int at = row * cols + col;
        float e = expf((x[at] - most[row]) / temperature);
        y[at] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
