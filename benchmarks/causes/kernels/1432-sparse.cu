#define LANES 32
#define EVERYONE 0xffffffffu

template <typename T>
__device__ T gather(T v) {
#pragma unroll
    for (int far = LANES / 2; far; far >>= 1)
        v += __shfl_down_sync(EVERYONE, v, far);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int lane = threadIdx.x & (LANES - 1);
    const int warpsPerBlock = BLOCK / LANES;
    const int r = blockIdx.x * warpsPerBlock + threadIdx.x / LANES;

    if (r < rows) {
        const int begin = starts[r], end = starts[r + 1];
        float dot = 0.f;
        int k = begin + lane;
        while (k <= end) {
            dot = fmaf(values[k], x[columns[k]], dot);
            k += LANES;
        }
        dot = gather(dot);
        if (threadIdx.x == 0) y[r] = dot;
    }
}
