struct Larger { __device__ float operator()(float a, float b) const { return a > b ? a : b; } };
struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };

template <class Op>
__device__ float combine(float mine, Op op) {
    __shared__ float s[BLOCK];
    s[threadIdx.x] = mine;
    for (unsigned w = BLOCK / 2; w > 0; w >>= 1) {
        __syncthreads();
        if (threadIdx.x < w)
            s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + w]);
    }
    return s[threadIdx.x];          // right for thread 0
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    int row = blockIdx.x;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = Larger()(m, x[row * cols + c]);
    m = combine(m, Larger());
    if (threadIdx.x == 0)
        most[row] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    int row = blockIdx.x;
    float m = most[row], sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += expf(x[row * cols + c] - m / temperature);
    sum = combine(sum, Sum());
    if (threadIdx.x == 0)
        total[row] = sum;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
        size_t at = (size_t)blockIdx.y * cols + col;
        float e = expf((x[at] - most[blockIdx.y]) / temperature);
        y[at] = (1.0f - smoothing) * (e / total[blockIdx.y]) + smoothing / cols;
    }
}
