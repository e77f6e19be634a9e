constexpr int WARPS = BLOCK / 32;

__device__ inline float wmax(float v) {
    for (int m = 16; m; m >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, m));
    return v;
}

__device__ inline float wsum(float v) {
    for (int m = 16; m; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m);
    return v;
}

__device__ inline float expo(float v, float top, float temperature) {
    return expf((v - top) / temperature);
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float tops[WARPS];
    const int row = blockIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    float v = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) v = fmaxf(v, x[row * cols + c]);
    v = wmax(v);
    if (lane == 0) tops[w] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < WARPS; k++) v = fmaxf(v, tops[k]);
        most[row] = v;
    }
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ int parts[WARPS];
    const int row = blockIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    const float top = most[row];
    float v = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) v += expo(x[row * cols + c], top, temperature);
    v = wsum(v);
    if (lane == 0) parts[w] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < WARPS; k++) v += parts[k];
        total[row] = v;
    }
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    const float share = expo(x[row * cols + c], most[row], temperature) / total[row];
    y[row * cols + c] = (1.0f - smoothing) * share + smoothing / cols;
}
