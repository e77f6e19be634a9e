// One tree for both reductions: the operation is passed in.
template <class Op>
__device__ float tree(float *s, float mine, Op op) {
    const int t = threadIdx.x;
    s[t] = mine;
    __syncthreads();
    for (int half = BLOCK >> 1; half; half >>= 1) {
        if (t < half)
            s[t] = op(s[t], s[t + half]);
        __syncthreads();
    }
    return s[0];
}

struct Larger { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
struct Plus   { __device__ float operator()(float a, float b) const { return a + b; } };

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    __shared__ float s[BLOCK];
    const size_t start = (size_t)blockIdx.x * cols;
    auto largest = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        auto v = x[start + c];
        if (v > largest) largest = v;
    }
    auto m = tree(s, largest, Larger());
    if (threadIdx.x == 0) most[blockIdx.x] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    __shared__ float s[BLOCK];
    const size_t start = (size_t)blockIdx.x * cols;
    const auto m = most[blockIdx.x];
    auto exps = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        exps += expf((x[start + c] - m) / temperature);
    }
    auto sum = tree(s, exps, Plus());
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const auto r = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        const auto at = (size_t)r * cols + c;
        const auto e = expf((x[at] - most[r]) / temperature);
        y[at] = (1 - smoothing) * e / total[r] + smoothing / cols;
    }
}
