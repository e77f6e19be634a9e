// mistake: Thread 0 goes through the parts of all others
// group: requirements
// expect: requirement
// hint: one-thread-joins
extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float parts[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float best = -INFINITY;
    for (int col = t; col < cols; col += BLOCK)
        best = fmaxf(best, x[row * cols + col]);
    parts[t] = best;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < BLOCK; ++k)
            best = fmaxf(best, parts[k]);  // HERE
        most[row] = best;
    }
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float sums[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float sum = 0.0f;
    for (int col = t; col < cols; col += BLOCK)
        sum += expf((x[row * cols + col] - most[row]) / temperature);
    sums[t] = sum;
    __syncthreads();
    if (t == 0) {
        for (int k = 1; k < BLOCK; ++k)
            sum += sums[k];  // HERE
        total[row] = sum;
    }
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y, col = blockIdx.x * BLOCK + threadIdx.x;
    if (col < cols) {
        float e = expf((x[row * cols + col] - most[row]) / temperature);
        y[row * cols + col] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
