constexpr int WARP = 32;

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warps_before = blockIdx.x * (BLOCK / WARP);
    const int row = warps_before + threadIdx.x / WARP;
    const int lane = threadIdx.x % WARP;

    // the whole warp has the same row, so it leaves together
    if (row >= rows)
        return;

    const int begin = starts[row];
    const int end = starts[row + 1];

    auto entry = [&](int k) { return values[k] * x[columns[k]]; };

    float sum = 0;
    for (int k = begin + threadIdx.x; k < end; k += WARP)
        sum += entry(k);

    sum += __shfl_down_sync(0xffffffff, sum, 16);
    sum += __shfl_down_sync(0xffffffff, sum, 8);
    sum += __shfl_down_sync(0xffffffff, sum, 4);
    sum += __shfl_down_sync(0xffffffff, sum, 2);
    sum += __shfl_down_sync(0xffffffff, sum, 1);

    if (lane == 0)
        y[row] = sum;
}
