__device__ float warp_total(float part)
{
    part += __shfl_down_sync(0xffffffff, part, 16);
    part += __shfl_down_sync(0xffffffff, part, 8);
    part += __shfl_down_sync(0xffffffff, part, 4);
    part += __shfl_down_sync(0xffffffff, part, 2);
    part += __shfl_down_sync(0xffffffff, part, 1);
    return part;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int warps_per_block = BLOCK / 32;
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x & 31;
    const int r = blockIdx.x * warps_per_block + warp;

    if (r < rows)
    {
        const int from = starts[r];
        const int to = starts[r + 1];

        float part = 0;
        for (int k = from + lane; k < to; k += 32)
        {
            const float v = values[k];
            const int c = columns[k];
            part = fmaf(v, x[c], part);
        }

        const float total = warp_total(part);
        if (lane == 31)
            y[r] = total;
    }
}
