#define WARP 32
#define FULL 0xffffffffu

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) return;

    int end = starts[row + 1];
    float sum = 0.f;
    for (int k = starts[row] + lane; k < end; k += WARP)
        sum += values[k] * x[columns[k]];

    for (int step = WARP / 2; step > 0; step /= 2)
        if (lane < step)
            sum += __shfl_down_sync(FULL, sum, step);

    if (lane == 0) y[row] = sum;
}
