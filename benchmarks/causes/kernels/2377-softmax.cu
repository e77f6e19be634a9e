struct Add { __device__ float operator()(float a, float b) const { return a + b; } };
struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };

template <class Op>
__device__ float tree(float v, Op op)
{
    __shared__ float buf[BLOCK];
    buf[threadIdx.x] = v;
    __syncthreads();
    for (unsigned w = BLOCK / 2; w != 0; w /= 2)
    {
        if (threadIdx.x < w)
            buf[threadIdx.x] = op(buf[threadIdx.x], buf[threadIdx.x + w]);
        __syncthreads();
    }
    return buf[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    const float *row = x + blockIdx.x * cols;
    float m = -INFINITY;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        m = fmaxf(m, row[c]);
    m = tree(m, Max());
    if (threadIdx.x == 0) most[blockIdx.x] = m;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    const float *row = x + blockIdx.x * cols;
    const float m = most[blockIdx.x];
    float s = 0.f;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        s += expf((row[c] - m) / temperature);
    s = tree(s, Add());
    if (threadIdx.x == 0) total[blockIdx.x] = s;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= cols) return;
    const float *row = x + blockIdx.y * cols;
    const float m = most[blockIdx.x];
    const float s = total[blockIdx.y];
    const float e = expf((row[c] - m) / temperature);
    y[blockIdx.y * cols + c] = (1 - smoothing) * e / s + smoothing / cols;
}
