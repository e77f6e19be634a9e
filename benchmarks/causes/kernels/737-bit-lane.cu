template <typename T>
__device__ T warp_total(T v) {
    #pragma unroll
    for (int step = 16; step >= 1; step /= 2) v += __shfl_down_sync(0xffffffff, v, step);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 32;
    const int row = (blockIdx.x * BLOCK + threadIdx.x) >> 5;
    if (row < rows) {
        float part = 0.0f;
        const int stop = starts[row + 1];
        for (int k = starts[row] + lane; k < stop; k += 32)
            part = fmaf(values[k], x[columns[k]], part);
        part = warp_total(part);
        if (lane == 0) y[row] = part;
    }
}
