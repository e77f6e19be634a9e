struct Larger { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Plus   { __device__ float operator()(float a, float b) const { return a + b; } };

template <typename Op>
__device__ float combine(float mine, Op op) {
    __shared__ float parts[BLOCK];
    parts[threadIdx.x] = mine;
    __syncthreads();
    for (int half = BLOCK; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] = op(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *row = x + blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        m = fmaxf(m, row[c]);
    m = combine(m, Larger());
    if (threadIdx.x == 0)
        most[blockIdx.x] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf((row[c] - m) / temperature);
    sum = combine(sum, Plus());
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    const int r = blockIdx.y;
    if (c >= cols)
        return;
    const float e = expf((x[r * cols + c] - most[r]) / temperature);
    const float share = e / total[r];
    y[r * cols + c] = 1.0f - smoothing * share + smoothing / cols;
}
