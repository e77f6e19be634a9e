__device__ float power(float value, float most, float temperature) {
    return expf((value - most) / temperature);
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float best[BLOCK];
    const int row = blockIdx.x;

    float b = x[row * cols];
    for (int col = threadIdx.x; col < cols; col += blockDim.x) {
        float v = x[row * cols + col];
        if (v > b)
            b = v;
    }
    best[threadIdx.x] = b;
    __syncthreads();

    for (int s = BLOCK / 2; s >= 1; s = s / 2) {
        if (threadIdx.x < s && best[threadIdx.x + s] > best[threadIdx.x])
            best[threadIdx.x] = best[threadIdx.x + s];
        __syncthreads();
    }

    if (threadIdx.x == 0)
        most[row] = best[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float part[BLOCK];
    const int row = blockIdx.x;
    const float m = most[row];

    part[threadIdx.x] = 0.0f;
    for (int col = threadIdx.x; col < cols; col += blockDim.x)
        part[threadIdx.x] += power(x[row * cols + col], m, temperature);
    __syncthreads();

    for (int s = BLOCK / 2; s >= 1; s = s / 2) {
        if (threadIdx.x < s) {
            part[threadIdx.x] += part[threadIdx.x + s];
            __syncthreads();
        }
    }

    if (threadIdx.x == 0)
        total[row] = part[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
        const int at = row * cols + col;
        const float share = expf(x[at] - most[row] / temperature) / total[row];
        y[at] = (1.0f - smoothing) * share + smoothing / cols;
    }
}
