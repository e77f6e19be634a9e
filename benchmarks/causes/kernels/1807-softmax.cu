extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float tree[BLOCK];
    const float *line = x + blockIdx.x * cols;
    const int t = threadIdx.x;
    float best = line[t];
    for (int c = t; c < cols; c += BLOCK)
        best = fmaxf(best, line[c]);
    tree[t] = best;
    __syncthreads();
    for (int s = BLOCK / 2; s; s /= 2) {
        if (t < s)
            tree[t] = fmaxf(tree[t], tree[t + s]);
        __syncthreads();
    }
    if (!t)
        most[blockIdx.x] = tree[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float tree[BLOCK];
    const float *line = x + blockIdx.x * cols;
    const int t = threadIdx.x;
    const float top = most[blockIdx.x];
    float part = 0.f;
    for (int c = t; c < cols; c += BLOCK)
        part += expf((line[c] - top) / temperature);
    tree[t] = part;
    __syncthreads();
    for (int s = BLOCK / 2; s; s /= 2) {
        if (t < s)
            tree[t] += tree[t + s];
        __syncthreads();
    }
    if (!t)
        total[blockIdx.x] = tree[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * BLOCK + threadIdx.x, row = blockIdx.y;
    if (c >= cols)
        return;
    float e = expf((x[row * cols + c] - most[row]) / temperature);
    y[row * cols + c] = (1.f - smoothing) * e / total[row] + smoothing / cols;
}
