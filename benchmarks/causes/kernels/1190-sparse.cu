struct Range {
    int from, to;
};

template <typename T>
__device__ T sum_of_warp(T v) {
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x % 32;
    const int row = blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;

    if (row < rows) {
        const Range mine = {starts[row], starts[row + 1]};
        int total = 0;
        int k = mine.from + lane;
        while (k < mine.to) {
            total += values[k] * x[columns[k]];
            k += 32;
        }
        total = sum_of_warp(total);
        if (lane == 0)
            y[row] = total;
    }
}
