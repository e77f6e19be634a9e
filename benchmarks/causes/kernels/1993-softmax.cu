struct Larger { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Sum    { __device__ float operator()(float a, float b) const { return a + b; } };

// Brings the block's values together; the result is right in thread 0.
template <typename Op>
__device__ float fold(float value, Op op) {
    __shared__ float part[BLOCK];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] = op(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    return part[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *line = x + blockIdx.x * cols;
    float best = line[threadIdx.x];
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = fmaxf(best, line[c]);
    best = fold(best, Larger());
    if (threadIdx.x == 0)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *line = x + blockIdx.x * cols;
    float top = most[blockIdx.x];
    float s = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        s += expf((line[c] - top) / temperature);
    s = fold(s, Sum());
    if (threadIdx.x == 0)
        total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols)
        return;
    float e = expf((x[row * cols + col] - most[row]) / temperature);
    y[row * cols + col] = (1 - smoothing) * e / total[row] + smoothing / cols;
}
