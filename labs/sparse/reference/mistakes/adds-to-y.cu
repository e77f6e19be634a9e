// mistake: Each lane adds its sum to y, which holds nothing
// group: values
// expect: uninitialized-read
// hint: store-do-not-add
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += 32)
        sum += values[k] * x[columns[k]];
    atomicAdd(&y[row], sum);  // HERE
}
