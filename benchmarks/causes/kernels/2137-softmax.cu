// Softmax in three kernels. The two reductions share one template.

struct Max { __device__ static float of(float a, float b) { return fmaxf(a, b); } };
struct Sum { __device__ static float of(float a, float b) { return a + b; } };

template <class Op>
__device__ float blockFold(float v) {
    __shared__ float buf[BLOCK];
    int t = threadIdx.x;
    buf[t] = v;
    __syncthreads();
    for (int h = BLOCK >> 1; h; h >>= 1) {
        if (t < h) buf[t] = Op::of(buf[t], buf[t + h]);
        __syncthreads();
    }
    return buf[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols) {
    const float *row = x + blockIdx.x * cols;
    float v = -3.4e38f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) v = Max::of(v, row[c]);
    v = blockFold<Max>(v);
    if (threadIdx.x == 0) most[blockIdx.x] = v;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols) {
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float v = 0.f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) v += expf((row[c] - m) / temperature);
    v = blockFold<Sum>(v);
    if (threadIdx.x == 0) total[blockIdx.x] = v;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols) {
    const int r = blockIdx.y;
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c < cols) {
        const int at = r * (gridDim.x * BLOCK) + c;
        const float e = expf((x[at] - most[r]) / temperature);
        y[at] = (1.f - smoothing) * e / total[r] + smoothing / cols;
    }
}
