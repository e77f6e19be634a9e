// mistake: Each lane takes a stretch of entries of its own
// group: requirements
// expect: requirement
// hint: warp-a-row
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    int length = (starts[row + 1] - starts[row] + 31) / 32, first = starts[row] + lane * length;
    for (int k = first; k < min(first + length, starts[row + 1]); ++k)
        sum += values[k] * x[columns[k]];  // HERE
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        y[row] = sum;
}
