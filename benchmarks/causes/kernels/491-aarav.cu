// ek row = ek warp, lanes side by side entries lete hain
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x & 31;
    int row = (blockIdx.x * BLOCK + threadIdx.x) >> 5;

    if (row < rows) {
        float sum = 0.0f;
        int k = starts[row] + lane;
        int end = starts[row + 1];
        while (k < end) {
            sum += values[k] * x[columns[k]];
            k += 32;
        }

        // upar wale lanes neeche walon ko dete hain
        for (int step = 16; step > 0; step >>= 1)
            if (lane < step) sum += __shfl_down_sync(0xffffffff, sum, step);

        if (lane == 0)
            y[row] = sum;
    }
}
