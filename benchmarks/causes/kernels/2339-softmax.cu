struct Larger { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Plus   { __device__ float operator()(float a, float b) const { return a + b; } };

template <class Op>
__device__ float over_block(float value, Op op) {
    __shared__ float tree[BLOCK];
    const unsigned t = threadIdx.x;
    tree[t] = value;
    __syncthreads();
    for (unsigned width = BLOCK >> 1; width != 0; width >>= 1) {
        if (t < width)
            tree[t] = op(tree[t], tree[t + width]);
        __syncthreads();
    }
    return tree[0];
}

__device__ inline float power(float v, float top, float temperature) {
    return expf((v - top) / temperature);
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *p = x + blockIdx.x * cols + threadIdx.x;
    const float *const end = x + (blockIdx.x + 1) * cols;
    float best = -INFINITY;
    for (; p < end; p += BLOCK)
        best = fmaxf(best, *p);
    best = over_block(best, Larger());
    if (!threadIdx.x)
        most[blockIdx.x] = best;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *p = x + blockIdx.x * cols + threadIdx.x;
    const float *const end = x + (blockIdx.x + 1) * cols;
    const float top = most[blockIdx.x];
    float sum = 0;
    for (; p < end; p += BLOCK)
        sum += power(*p, top, temperature);
    sum = over_block(sum, Plus());
    if (!threadIdx.x)
        total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    const int row = blockIdx.y;
    if (col < cols) {
        const int k = row * cols + col;
        const float share = power(x[k], most[row], temperature) / total[row];
        const float even = 1 / cols;
        y[k] = (1 - smoothing) * share + smoothing * even;
    }
}
