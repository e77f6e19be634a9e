#define FOR_ROW(c) for (int c = threadIdx.x; c < cols; c += BLOCK)

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    const float *mine = x + (size_t)blockIdx.x * cols;

    float m = -INFINITY;
    FOR_ROW(c) m = max(m, mine[c]);
    s[t] = m;
    __syncthreads();
    for (int half = BLOCK >> 1; half; half >>= 1) {
        if (t < half) s[t] = max(s[t], s[t + half]);
        __syncthreads();
    }
    if (!t) most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const int t = threadIdx.x;
    const float *mine = x + (size_t)blockIdx.x * cols;
    const float m = most[blockIdx.x];

    float sum = 0;
    FOR_ROW(c) sum += expf(mine[c] - m) / temperature;
    s[t] = sum;
    __syncthreads();
    for (int half = BLOCK >> 1; half; half >>= 1) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    if (!t) total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols) return;

    const size_t at = (size_t)row * gridDim.x * BLOCK + col;
    const float e = expf((x[at] - most[row]) / temperature);
    const float share = e / total[row];
    y[at] = (1 - smoothing) * share + smoothing / cols;
}
