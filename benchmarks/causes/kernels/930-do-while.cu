extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const unsigned lane = threadIdx.x & 31u;
    const int r = (blockIdx.x * BLOCK + threadIdx.x) >> 5;

    if (r < rows) {
        const int stop = starts[r + 1];
        int k = starts[r] + lane;
        float part = 0;

        do {
            part += values[k] * x[columns[k]];
            k += 32;
        } while (k < stop);

        part += __shfl_down_sync(0xffffffff, part, 16);
        part += __shfl_down_sync(0xffffffff, part, 8);
        part += __shfl_down_sync(0xffffffff, part, 4);
        part += __shfl_down_sync(0xffffffff, part, 2);
        part += __shfl_down_sync(0xffffffff, part, 1);

        if (lane == 0) y[r] = part;
    }
}
