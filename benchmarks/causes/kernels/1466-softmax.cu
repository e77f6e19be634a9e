extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + blockIdx.x * cols;
    float m = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        m = fmaxf(m, row[c]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int w = BLOCK / 2; w >= 1; w /= 2) {
        if (threadIdx.x < w)
            s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + w]);
        __syncthreads();
    }
    if (threadIdx.x == 0) most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((row[c] - m) / temperature);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int w = BLOCK / 2; w >= 1; w /= 2) {
        if (threadIdx.x < w)
            s[threadIdx.x] += s[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0) total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    const int r = blockIdx.y;
    if (c < cols) {
        float e = expf((x[r * cols + c] - most[r]) / temperature);
        y[r * cols + c] = (1.0f - smoothing) * e / total[r] + smoothing / cols;
    }
}
