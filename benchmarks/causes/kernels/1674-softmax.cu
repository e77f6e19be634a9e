#define LANES (BLOCK < 32 ? BLOCK : 32)
#define WARPS ((BLOCK + 31) / 32)

__device__ float warp_max(float v) {
    for (int d = LANES / 2; d >= 1; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
    return v;
}

__device__ float warp_sum(float v) {
    for (int d = LANES / 2; d >= 1; d /= 2)
        v += __shfl_xor_sync(0xffffu, v, d);
    return v;
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float parts[WARPS];
    const int t = threadIdx.x, row = blockIdx.x;
    float m = -3.4e38f;
    for (int c = t; c < cols; c += BLOCK)
        m = fmaxf(m, x[row * cols + c]);
    m = warp_max(m);
    if (t % 32 == 0)
        parts[t / 32] = m;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < WARPS; w++)
            m = fmaxf(m, parts[w]);
        most[row] = m;
    }
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float parts[WARPS];
    const int t = threadIdx.x, row = blockIdx.x;
    const float m = most[row];
    float s = 0.0f;
    for (int c = t; c < cols; c += BLOCK)
        s += expf((x[row * cols + c] - m) / temperature);
    s = warp_sum(s);
    if (t % 32 == 0)
        parts[t / 32] = s;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < WARPS; w++)
            s += parts[w];
        total[row] = s;
    }
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        const float e = expf((x[row * cols + c] - most[row]) / temperature);
        y[row * cols + c] = 1.0f - smoothing * e / total[row] + smoothing / cols;
    }
}
