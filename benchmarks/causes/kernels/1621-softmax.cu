extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    int row = blockIdx.x;
    int t = threadIdx.x;
    float m = x[row * cols + min(t, cols - 1)];
    for (int i = t + BLOCK; i < cols; i += BLOCK) {
        m = fmaxf(m, x[row * cols + i]);
    }
    s[t] = m;
    for (int h = BLOCK >> 1; h; h >>= 1) {
        __syncthreads();
        if (t < h) {
            s[t] = fmaxf(s[t], s[t + h]);
        }
    }
    if (!t) {
        most[row] = s[0];
    }
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    int row = blockIdx.x;
    int t = threadIdx.x;
    float m = most[row];
    float sum = 0;
    for (int i = t; i < cols; i += BLOCK) {
        sum += expf((x[row * cols + i] - m) / temperature);
    }
    s[t] = sum;
    for (int h = BLOCK >> 1; h; h >>= 1) {
        if (t < h) {
            s[t] += s[t + h];
        }
        __syncthreads();
    }
    if (!t) {
        total[row] = s[0];
    }
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols) {
        return;
    }
    int at = row * cols + col;
    float e = expf(x[at] - most[row] / temperature);
    y[at] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
