#define ROW blockIdx.x

template <bool SUM>
__device__ float tree(float value) {
    __shared__ float part[BLOCK];
    const int t = threadIdx.x;
    part[t] = value;
    for (int s = BLOCK >> 1; s > 1; s >>= 1) {
        __syncthreads();
        if (t < s) {
            const float other = part[t + s];
            part[t] = SUM ? part[t] + other : fmaxf(part[t], other);
        }
    }
    return t == 0 ? part[0] : 0.0f;     // for thread 0 alone
}

__device__ float power(float value, float most, float temperature) {
    return expf(value - most / temperature);
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    float m = -INFINITY;
    int i = threadIdx.x;
    while (i < cols) {
        const float f = x[ROW * cols + i];
        if (f > m) m = f;
        i += BLOCK;
    }
    m = tree<false>(m);
    if (threadIdx.x == 0) most[ROW] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float top = most[ROW];
    float sum = 0;
    int i = threadIdx.x;
    while (i < cols) {
        sum += power(x[ROW * cols + i], top, temperature);
        i += BLOCK;
    }
    sum = tree<true>(sum);
    if (threadIdx.x == 0) total[ROW] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col < cols) {
        const float e = power(x[row * cols + col], most[row], temperature);
        y[row * cols + col] = (1 - smoothing) * (e / total[row]) + smoothing / cols;
    }
}
