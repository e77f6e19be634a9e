// mistake: Every thread walks along a row of its own
// group: requirements
// expect: requirement
// hint: warp-a-row
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = starts[row]; k < starts[row + 1]; ++k)
        sum += values[k] * x[columns[k]];  // HERE
    y[row] = sum;
}
