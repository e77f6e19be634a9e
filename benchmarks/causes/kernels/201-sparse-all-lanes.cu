extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x & 31;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;

    if (row < rows) {
        int begin = starts[row];
        int end = starts[row + 1];
        float partial = 0.0f;

        for (int j = begin + lane; j < end; j += 32)
            partial += values[j] * x[columns[j]];

        // warp reduction
        partial += __shfl_down_sync(0xffffffff, partial, 16);
        partial += __shfl_down_sync(0xffffffff, partial, 8);
        partial += __shfl_down_sync(0xffffffff, partial, 4);
        partial += __shfl_down_sync(0xffffffff, partial, 2);
        partial += __shfl_down_sync(0xffffffff, partial, 1);

        y[row] = partial;
    }
}
