// mistake: The smoothing's share is left out
// group: values
// expect: wrong-result
// hint: wrong-row
extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float parts[BLOCK];
    int t = threadIdx.x, row = blockIdx.x;
    float best = -INFINITY;
    for (int col = t; col < cols; col += BLOCK)
        best = fmaxf(best, x[row * cols + col]);
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
    for (int col = t; col < cols; col += BLOCK)
        sum += expf((x[row * cols + col] - most[row]) / temperature);
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
        y[row * cols + col] = (1.0f - smoothing) * e / total[row];
    }
}
