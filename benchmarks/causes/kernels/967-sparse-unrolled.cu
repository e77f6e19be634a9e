#define ADD_FROM(step) sum += __shfl_down_sync(0xffffffff, sum, step)

__device__ inline float term(const int *columns, const float *values, const float *x, int k) {
    return values[k] * x[columns[k]];
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x & 31;
    int r = blockIdx.x * (BLOCK / 32) + (threadIdx.x >> 5);

    if (r < rows) {
        int k = starts[r];
        int end = starts[r + 1];
        float sum = 0;

        k += lane;
        while (k < end) {
            sum += term(columns, values, x, k);
            k += 32;
        }

        ADD_FROM(16);
        ADD_FROM(8);
        ADD_FROM(4);
        ADD_FROM(2);
        ADD_FROM(2);

        if (!lane)
            y[r] = sum;
    }
}
