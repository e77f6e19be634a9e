#define ROW(p) ((p) + (size_t)blockIdx.x * cols)

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const float *in = ROW(x);
    float m = -INFINITY;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        if (in[i] > m) m = in[i];
    }
    best[threadIdx.x] = m;

    for (int active = BLOCK / 2; active >= 1; active /= 2) {
        __syncthreads();
        if (threadIdx.x < active && best[threadIdx.x + active] > best[threadIdx.x])
            best[threadIdx.x] = best[threadIdx.x + active];
    }
    if (threadIdx.x == 0) most[blockIdx.x] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const float *in = ROW(x);
    const float top = most[blockIdx.x];
    float mine = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        mine += expf((in[i] - top) / temperature);
    part[threadIdx.x] = mine;
    __syncthreads();

    for (int active = BLOCK / 2; active >= 1; active /= 2) {
        if (threadIdx.x < active) {
            part[threadIdx.x] += part[threadIdx.x + active];
            __syncthreads();
        }
    }
    if (threadIdx.x == 0) total[blockIdx.x] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = threadIdx.x + blockDim.x * blockIdx.x;
    int row = blockIdx.y;
    if (col >= cols) return;

    int at = row * cols + col;
    float e = expf((x[at] - most[row]) / temperature);
    float share = e / total[row];
    y[at] = (1 - smoothing) * (share + smoothing / cols);
}
