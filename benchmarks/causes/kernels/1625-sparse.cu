__device__ float warp_sum(float s) {
    s += __shfl_down_sync(0xffffffff, s, 16);
    s += __shfl_down_sync(0xffffffff, s, 8);
    s += __shfl_down_sync(0xffffffff, s, 4);
    s += __shfl_down_sync(0xffffffff, s, 2);
    s += __shfl_down_sync(0xffffffff, s, 1);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 31;
    const int r = blockIdx.x * (BLOCK / 32) + (threadIdx.x >> 5);
    if (r >= rows)
        return;                 // the whole warp leaves

    const int end = starts[r + 1];
    int sum = 0;
    int k = starts[r] + lane;
    while (k < end) {
        sum += values[k] * x[columns[k]];
        k += 32;
    }

    const float all = warp_sum(sum);
    y[r] = all;
}
