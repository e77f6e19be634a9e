constexpr int WARP = 32;

template <typename T>
__device__ T warp_total(T v) {
    for (int step = WARP / 2; step; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x % WARP;
    const int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;

    // a whole warp leaves, or none of it
    if (row >= rows)
        return;

    const int last = starts[row + 1];
    float sum = 0;
    for (int k = starts[row] + threadIdx.x; k < last; k += WARP)
        sum = fmaf(values[k], x[columns[k]], sum);

    sum = warp_total(sum);
    if (lane == 0)
        y[row] = sum;
}
