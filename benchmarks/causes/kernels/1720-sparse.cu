#define FULL 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x & 31;
    int row = blockIdx.x * (BLOCK >> 5) + (threadIdx.x >> 5);

    if (row >= rows)
        return;

    int k = starts[row];
    int stop = starts[row + 1];
    float sum = 0;

    k += lane;
    while (k < stop) {
        int column = columns[k];
        sum = fmaf(values[k], x[column], sum);
        k += 32;
    }

    for (int step = 16; step >= 1; step >>= 1)
        if (lane < step)
            sum += __shfl_down_sync(FULL, sum, step);

    y[row] = sum;
}
