extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;      // a whole warp leaves, never a part of it

    int end = starts[row + 1];
    float sum = 0.0f;
    for (int k = starts[row] + lane; k < end; k += 32)
        sum += values[k] * x[columns[k]];

    for (int step = 8; step >= 1; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);

    if (lane == 0)
        y[row] = sum;
}
