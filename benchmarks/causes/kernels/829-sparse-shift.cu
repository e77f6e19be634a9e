extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    unsigned lane = threadIdx.x & 31;
    unsigned row = blockIdx.x * (BLOCK >> 5) + threadIdx.x >> 5;

    if (row >= (unsigned)rows)
        return;     // the whole warp goes

    int k = starts[row] + lane;
    int stop = starts[row + 1];
    float sum = 0.0f;
    while (k < stop) {
        sum += values[k] * x[columns[k]];
        k += 32;
    }

    for (unsigned step = 16; step; step >>= 1)
        sum += __shfl_down_sync(0xffffffff, sum, step);

    if (lane == 0)
        y[row] = sum;
}
