#define FULL 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 31;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows)
        return;                 // the whole warp

    float sum = 0.0f;
    const int end = starts[row + 1];
    for (int k = starts[row] + lane; k < end; k += 32)
        sum += values[k] * x[columns[k]];

    for (int step = 16; step > 0; step >>= 1) {
        if (lane < step)
            sum += __shfl_down_sync(FULL, sum, step);
    }

    if (lane == 0)
        y[row] = sum;
}
