template <typename T>
__device__ T warp_sum(T v)
{
    const unsigned mask = 0x0000ffff;
    #pragma unroll
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(mask, v, d);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;

    if (warp < rows) {
        const int begin = starts[warp], end = starts[warp + 1];
        float s = 0;
        for (int k = begin + lane; k < end; k += 32)
            s += values[k] * x[columns[k]];
        s = warp_sum(s);
        if (lane == 0)
            y[warp] = s;
    }
}
