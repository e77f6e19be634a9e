template <typename T>
__device__ T warpSum(T value) {
    #pragma unroll
    for (int d = 16; d >= 1; d >>= 1)
        value += __shfl_down_sync(0xffffffffu, value, d);
    return value;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warpsPerBlock = BLOCK;
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x - warp * 32;
    const int row = blockIdx.x * warpsPerBlock + warp;

    if (row >= rows) return;

    float dot = 0.0f;
    const int to = starts[row + 1];
    for (int e = starts[row] + lane; e < to; e += 32) {
        const int c = columns[e];
        dot += values[e] * x[c];
    }

    dot = warpSum(dot);
    if (lane == 0) y[row] = dot;
}
