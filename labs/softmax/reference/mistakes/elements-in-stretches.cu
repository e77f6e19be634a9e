// mistake: Each thread takes neighbouring elements, so neighbours are far apart
// group: requirements
// expect: requirement
// hint: far-apart
extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float parts[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float best = -INFINITY;
    int each = (cols + BLOCK - 1) / BLOCK;
    for (int col = t * each; col < min(cols, (t + 1) * each); ++col)
        best = fmaxf(best, x[row * cols + col]);  // HERE
    parts[t] = best;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] = fmaxf(parts[t], parts[t + half]);
        __syncthreads();
    }
    if (t == 0)
        most[row] = parts[0];
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float sums[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float sum = 0.0f;
    int each = (cols + BLOCK - 1) / BLOCK;
    for (int col = t * each; col < min(cols, (t + 1) * each); ++col)
        sum += expf((x[row * cols + col] - most[row]) / temperature);  // HERE
    sums[t] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0)
        total[row] = sums[0];
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y, col = blockIdx.x * BLOCK + threadIdx.x;
    if (col < cols) {
        float e = expf((x[row * cols + col] - most[row]) / temperature);
        y[row * cols + col] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
