// Softmax, Björn & Åsa
struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Plus { __device__ float operator()(float a, float b) const { return a + b; } };

template <class Op>
__device__ float fold(float own, Op op) {
    __shared__ float cell[BLOCK];
    const int t = threadIdx.x;
    cell[t] = own;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) cell[t] = op(cell[t], cell[t + half]);
        __syncthreads();
    }
    return cell[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const int row = blockIdx.x;
    float own = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK) own = fmaxf(own, x[row * cols + c]);
    own = fold(own, Max());
    if (threadIdx.x == 0) most[row] = own;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const int row = blockIdx.x;
    const float m = most[row];
    float own = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) own += expf((x[row * cols + c] - m) / temperature);
    own = fold(own, Plus());
    if (threadIdx.x == 0) total[row] = own;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int row = blockIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= cols) return;
    const float e = expf((x[row * cols + col] - most[row]) / temperature);
    const float share = 1 / cols * smoothing;
    y[row * cols + col] = (1 - smoothing) * e / total[row] + share;
}
