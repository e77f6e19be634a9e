// Olena Shevchuk: one row, one warp

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 31;
    const int row = (blockIdx.x * BLOCK + threadIdx.x) >> 5;
    if (row >= rows)
        return;

    const int begin = starts[row];
    const int end = starts[row + 1];
    if (begin == end)
        return;

    float dot = 0.0f;
    for (int k = begin + lane; k < end; k += 32)
        dot = fmaf(values[k], x[columns[k]], dot);

    for (int step = 16; step; step >>= 1)
        dot += __shfl_down_sync(0xffffffff, dot, step);

    if (!lane)
        y[row] = dot;
}
