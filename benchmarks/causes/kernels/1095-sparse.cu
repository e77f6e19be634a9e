template <typename T>
__device__ T warpSum(T v)
{
    v += __shfl_down_sync(0xffffffff, v, 16);
    v += __shfl_down_sync(0xffffffff, v, 8);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_down_sync(0xffffffff, v, 2);
    v += __shfl_down_sync(0xffffffff, v, 1);
    return v;
}

// Rahul Deshpande: one warp = one row
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int warpsPerBlock = BLOCK / 32;
    const int lane = threadIdx.x & 31;
    const int row = blockIdx.x * warpsPerBlock + (threadIdx.x >> 5);
    if (row >= rows)
        return;                 // the whole warp leaves

    const int first = starts[row], count = starts[row + 1] - first;
    const int *c = columns + first;
    const float *v = values + first;

    float dot = 0.0f;
    for (int k = lane; k < count; k += 32)
        dot = fmaf(v[k], x[c[k]], dot);

    dot = warpSum(dot);
    if (threadIdx.x == 0)
        y[row] = dot;
}
