extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int thread = blockIdx.x * BLOCK + threadIdx.x;
    int row = thread / 32;
    int lane = thread % 32;

    if (row < rows) {                       // the same for the whole warp
        float sum = 0;
        for (int k = starts[row] + lane; k < starts[row + 1]; k += 32)
            sum += values[k] * x[columns[k]];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(sum, step);
        if (lane == 0)
            y[row] = sum;
    }
}
