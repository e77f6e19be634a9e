extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = thread & 31;
    int row = thread >> 5;
    if (row >= rows) return;          // the whole warp goes

    float sum = 0.f;
    int k = starts[row] + lane;
    const int end = starts[row + 1];
    while (k < end) {
        sum += values[k] * x[columns[k]];
        k += 32;
    }

    for (int step = 16; step > 1; step >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, step);

    if (lane == 0) y[row] = sum;
}
