#define WARP 32

__device__ float collect(float part, int lane)
{
    for (int step = WARP / 2; step > 0; step /= 2) {
        if (lane < step)
            part += __shfl_down_sync(0xffffffff, part, step);
    }
    return part;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int global = blockIdx.x * BLOCK + threadIdx.x;
    const int r = global / WARP;
    const int lane = global % WARP;

    if (r < rows) {
        float part = 0;
        for (int e = starts[r] + lane; e < starts[r + 1]; e += WARP) {
            const int c = columns[e];
            part = fmaf(values[e], x[c], part);
        }
        const float total = collect(part, lane);
        if (lane == 0) y[r] = total;
    }
}
