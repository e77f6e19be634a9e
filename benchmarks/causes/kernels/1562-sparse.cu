extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int row = thread / 32;
    int lane = thread % 32;

    if (row < rows) {
        int from = starts[row];
        int to = starts[row + 1];
        float sum = 0.0f;

        for (int k = from + threadIdx.x; k < to; k += 32) {
            sum += values[k] * x[columns[k]];
        }

        for (int step = 16; step > 0; step /= 2) {
            sum += __shfl_down_sync(0xffffffff, sum, step);
        }

        if (lane == 0) {
            y[row] = sum;
        }
    }
}
