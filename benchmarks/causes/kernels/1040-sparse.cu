// CSR times vector, a warp per row

__device__ __forceinline__ float warp_sum(float s) {
#pragma unroll
    for (int step = 16; step >= 1; step /= 2)
        s += __shfl_down_sync(0xffffffff, s, step);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / 32;
    const int lane = thread % 32;
    if (row >= rows)
        return;

    const int from = starts[row];
    const int to = starts[row + 1];
    if (from == to)                     // nothing to add up in this row
        return;

    float s = 0.0f;
    for (int k = from + lane; k < to; k += 32)
        s += values[k] * x[columns[k]];
    s = warp_sum(s);

    if (lane == 0)
        y[row] = s;
}
