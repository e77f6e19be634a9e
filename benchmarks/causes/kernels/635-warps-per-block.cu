#define WARPS_PER_BLOCK (BLOCK / warpSize)

__device__ float collect(float part)
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
    int lane = threadIdx.x % warpSize;
    int row = blockIdx.x * WARPS_PER_BLOCK + threadIdx.x / warpSize;

    if (row < rows) {
        const int stop = starts[row + 1];
        int k = starts[row] + lane;
        float part = 0.f;
        while (k < stop) {
            part = fmaf(values[k], x[columns[k]], part);
            k += warpSize;
        }
        part = collect(part);
        if (lane == warpSize - 1) y[row] = part;
    }
}
