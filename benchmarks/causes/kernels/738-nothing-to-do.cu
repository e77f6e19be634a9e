#define LANES 32

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int warps_per_block = BLOCK / LANES;
    int w = threadIdx.x / LANES;
    int l = threadIdx.x - w * LANES;
    int r = blockIdx.x * warps_per_block + w;

    // nothing to do for this warp
    if (r >= rows || starts[r] == starts[r + 1])
        return;

    const float *v = values + starts[r];
    const int *col = columns + starts[r];
    int len = starts[r + 1] - starts[r];

    float s = 0.f;
    for (; l < len; l += LANES)
        s += v[l] * x[col[l]];

    s += __shfl_down_sync(0xffffffff, s, 16);
    s += __shfl_down_sync(0xffffffff, s, 8);
    s += __shfl_down_sync(0xffffffff, s, 4);
    s += __shfl_down_sync(0xffffffff, s, 2);
    s += __shfl_down_sync(0xffffffff, s, 1);

    if (threadIdx.x % LANES == 0)
        y[r] = s;
}
