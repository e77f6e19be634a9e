#define WARP 32
#define FULL_MASK 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int tid = threadIdx.x;
    int lane = tid % WARP;
    int row = (blockIdx.x * blockDim.x + tid) / WARP;

    if (row < rows) {
        int stop = starts[row + 1];
        float sum = 0.0f;

        for (int k = starts[row] + tid; k < stop; k += WARP)
            sum += values[k] * x[columns[k]];

        for (int step = WARP / 2; step > 0; step /= 2)
            sum += __shfl_down_sync(FULL_MASK, sum, step);

        if (lane == 0)
            y[row] = sum;
    }
}
