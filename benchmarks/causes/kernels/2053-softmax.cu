extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float buf[BLOCK];
    int t = threadIdx.x;
    int row = blockIdx.x;

    float m = -INFINITY;
    for (int i = row * cols + t; i < (row + 1) * cols; i += BLOCK) {
        m = fmaxf(m, x[i]);
    }
    buf[t] = m;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s) {
            buf[t] = fmaxf(buf[t], buf[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        most[row] = buf[0];
    }
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float buf[BLOCK];
    int t = threadIdx.x;
    int row = blockIdx.x;

    float sum = 0.0f;
    for (int i = row * cols + t; i < (row + 1) * cols; i += BLOCK) {
        sum += expf((x[i] - most[row]) / temperature);
    }
    buf[t] = sum;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (t < s) {
            buf[t] = fmaxf(buf[t], buf[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        total[row] = buf[0];
    }
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = blockIdx.x * BLOCK + threadIdx.x;
    int row = blockIdx.y;

    if (col < cols) {
        int i = row * cols + col;
        float e = expf(x[i] - most[row] / temperature);
        float share = e / total[row];
        y[i] = (1.0f - smoothing) * share + smoothing / cols;
    }
}
