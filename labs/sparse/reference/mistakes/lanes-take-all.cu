// mistake: Lane 0 does all the work of its warp, the others the same for nothing
// group: requirements
// expect: requirement
// hint: warp-a-row
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = starts[row]; k < starts[row + 1]; ++k)
        sum += values[k] * x[columns[k]];  // HERE
    if (lane == 0)
        y[row] = sum;
}
