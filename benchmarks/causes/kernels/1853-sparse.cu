#define FULL 0xffffffffu

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (warp >= rows)
        return;            // whole warps leave

    const int begin = starts[warp];
    const int end = starts[warp + 1];

    float sum = 0.0f;
    for (int k = begin + lane; k < end; k += 32)
        sum += values[k] * x[columns[k]];

    for (int step = 16; step >= 1; step /= 2) {
        if (lane < step)
            sum += __shfl_down_sync(FULL, sum, step);
    }

    if (lane == 0)
        y[warp] = sum;
}
