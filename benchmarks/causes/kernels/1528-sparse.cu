#define WARP 32

template <int LANES>
__device__ inline float sumOfLanes(float v)
{
    #pragma unroll
    for (int d = LANES / 2; d; d >>= 1)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int lane = threadIdx.x & (WARP - 1);
    const int r = blockIdx.x * (BLOCK / WARP) + threadIdx.x / WARP;
    if (r >= rows)
        return;

    const int begin = starts[r];
    const int end = starts[r + 1];
    float part = 0.0f;
    for (int k = begin + lane; k < end; k += WARP)
    {
        part = fmaf(values[k], x[k], part);
    }

    const float whole = sumOfLanes<WARP>(part);
    y[r] = whole;
}
