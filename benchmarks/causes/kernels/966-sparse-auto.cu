extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const auto thread = blockIdx.x * BLOCK + threadIdx.x;
    const auto row = thread / warpSize;
    const auto lane = thread % warpSize;
    if (row >= rows) return;

    const auto stop = starts[row + 1];
    auto sum = 0;
    for (auto k = starts[row] + lane; k < stop; k += warpSize) {
        sum += values[k] * x[columns[k]];
    }

    for (auto step = warpSize / 2; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) y[row] = sum;
}
