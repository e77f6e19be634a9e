extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float red[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float m = -INFINITY;
    int c = t;
    while (c < cols) {
        float v = x[row * cols + c];
        if (v > m) m = v;
        c += BLOCK;
    }
    red[t] = m;
    __syncthreads();
    int s = BLOCK / 2;
    while (s != 0) {
        if (t < s && red[t + s] > red[t]) red[t] = red[t + s];
        __syncthreads();
        s /= 2;
    }
    if (t == 0) most[row] = red[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float red[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float m = most[row], acc = 0;
    int c = t;
    while (c < cols) {
        acc += expf((x[row * cols + c] - m) / temperature);
        c += BLOCK;
    }
    if (t < cols) red[t] = acc;
    __syncthreads();
    int s = BLOCK / 2;
    while (s != 0) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
        s /= 2;
    }
    if (t == 0) total[row] = red[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = threadIdx.x + BLOCK * blockIdx.x;
    int row = blockIdx.y;
    if (col < cols) {
        int at = row * cols + col;
        float share = expf((x[at] - most[row]) / temperature) / total[row];
        y[at] = (1 - smoothing) * (share + smoothing / cols);
    }
}
