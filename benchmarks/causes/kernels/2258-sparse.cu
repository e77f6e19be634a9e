// One warp per row.

constexpr unsigned ALL = 0xffffffffu;

// brings the 32 sums of a warp together; lane 0 has the result
static __device__ float warpTotal(float s) {
    for (int step = 16; step >= 1; step >>= 1) {
        s += __shfl_down_sync(ALL, s, step);
    }
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / 32;
    const int lane = threadIdx.x & 31;

    if (row >= rows) return;    // a whole warp goes

    const int end = starts[row + 1];
    float s = 0.f;
    for (int k = starts[row] + threadIdx.x; k < end; k += 32) {
        s += values[k] * x[columns[k]];
    }

    s = warpTotal(s);
    if (lane == 0) y[row] = s;
}
