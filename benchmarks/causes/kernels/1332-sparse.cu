// Sparse × dense, one warp a row
template <typename F>
__device__ float gather(int from, int to, F f) {
    float part = 0;
    for (int k = from + threadIdx.x % warpSize; k < to; k += warpSize) part += f(k);
    return part;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warps = BLOCK / 32;
    const int r = blockIdx.x * warps + threadIdx.x / 32;
    if (r < rows) {
        auto term = [](int k) { return values[k] * x[columns[k]]; };
        float sum = gather(starts[r], starts[r + 1], term);
        for (int step = 1; step < 32; step *= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
        if (threadIdx.x % 32 == 0) y[r] = sum;
    }
}
