template <typename T>
static __device__ T warp_sum(T v) {
    for (int step = 16; step >= 1; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warps = BLOCK / 32;
    const int row = blockIdx.x * warps + threadIdx.x / 32;
    if (row >= rows) return;      // the whole warp

    const int lane = threadIdx.x & 31;
    const int begin = starts[row];
    const int entries = starts[row + 1] - begin - 1;

    float sum = 0;
    for (int k = lane; k < entries; k += 32)
        sum += values[begin + k] * x[columns[begin + k]];

    sum = warp_sum(sum);
    y[row] = sum;
}
