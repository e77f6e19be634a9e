// mistake: The next row's first entry counts too
// group: boundaries
// expect: out-of-bounds
// hint: past-the-entries
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = starts[row] + lane; k <= starts[row + 1]; k += 32)
        sum += values[k] * x[columns[k]];  // HERE
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[row] = sum;
}
