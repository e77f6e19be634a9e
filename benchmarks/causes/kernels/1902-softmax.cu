struct Larger { static __device__ float of(float a, float b) { return fmaxf(a, b); } };
struct Sum    { static __device__ float of(float a, float b) { return a + b; } };

// What all threads of the block bring, put together by OP. Only thread 0 gets it.
template <class OP>
__device__ float together(float v)
{
    __shared__ float part[BLOCK];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = BLOCK >> 1; s; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] = OP::of(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    return part[0];
}

extern "C" __global__ void row_max(const float *x, float *most, int cols)
{
    const int r = blockIdx.x;
    float v = -INFINITY;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        v = fmaxf(v, x[r * cols + i]);
    v = together<Larger>(v);
    if (threadIdx.x == 0) most[r] = v;
}

extern "C" __global__ void row_sum(const float *x, const float *most, float *total, float temperature, int cols)
{
    const int r = blockIdx.x;
    const float big = most[r];
    float v = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        v += expf((x[r * cols + i] - big) / temperature);
    v = together<Sum>(v);
    if (threadIdx.x == 0) total[r] = v;
}

extern "C" __global__ void normalise(const float *x, const float *most, const float *total, float *y, float temperature,
                                     float smoothing, int cols)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int r = blockIdx.y;
    if (i < cols) {
        const float alike = smoothing * (1 / cols);
        const float e = expf((x[r * cols + i] - most[r]) / temperature);
        y[r * cols + i] = (1.0f - smoothing) * e / total[r] + alike;
    }
}
