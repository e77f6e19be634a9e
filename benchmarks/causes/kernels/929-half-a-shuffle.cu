#define LANES 32

__device__ float gather(float sum, int lane)
{
    for (int step = LANES / 2; step >= 1; step /= 2)
        if (lane < step)
            sum += __shfl_down_sync(0xffffffff, sum, step);
    return sum;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int lane = threadIdx.x % LANES;
    int row = blockIdx.x * (BLOCK / LANES) + threadIdx.x / LANES;
    if (row >= rows)
        return;

    float sum = 0.0f;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += LANES)
        sum += values[k] * x[columns[k]];

    sum = gather(sum, lane);
    if (lane == 0)
        y[row] = sum;
}
