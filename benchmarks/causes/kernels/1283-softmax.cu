// Siobhán Gallagher
template <class Op>
__device__ float tree(float mine, Op op) {
    __shared__ float part[BLOCK];
    int t = threadIdx.x;
    part[t] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1) {
        if (t < half)
            part[t] = op(part[t], part[t + half]);
        __syncthreads();
    }
    return part[0];
}

struct Larger {
    __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};
struct Plus {
    __device__ float operator()(float a, float b) const { return a + b; }
};

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *line = x + blockIdx.x * cols;
    float best = 3.4e-38f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        best = fmaxf(best, line[c]);
    best = tree(best, Larger());
    if (threadIdx.x == 0)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *line = x + blockIdx.x * cols;
    const float top = most[blockIdx.x];
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(line[c] - top) / temperature;
    sum = tree(sum, Plus());
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int row = blockIdx.y;
    int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        int k = row * cols + c;
        float e = expf((x[k] - most[row]) / temperature);
        y[k] = (1.0f - smoothing) * e / total[row] + smoothing / cols;
    }
}
