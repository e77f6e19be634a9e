const float SMALLEST = 1.175494351e-38f;      // no float is smaller

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const float *r = x + blockIdx.x * cols;
    int t = threadIdx.x;

    float m = SMALLEST;
    for (int c = t; c < cols; c += BLOCK)
        m = fmaxf(m, r[c]);
    s[t] = m;

    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] = fmaxf(s[t], s[t + half]);
    }
    if (t == 0)
        most[blockIdx.x] = s[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const float *r = x + blockIdx.x * cols;
    float m = most[blockIdx.x];
    int t = threadIdx.x;

    float sum = 0;
    for (int c = t; c < cols; c += BLOCK)
        sum += expf((r[c] - m) / temperature);
    s[t] = sum;

    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            s[t] += s[t + half];
    }
    if (t == 0)
        total[blockIdx.x] = s[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols) return;
    float e = expf((x[row * cols + c] - most[row]) / temperature);
    y[row * cols + c] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
