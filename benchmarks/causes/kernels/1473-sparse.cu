__device__ __forceinline__ float warp_sum(float v) {
    v += __shfl_down_sync(0xffffffff, v, 16);
    v += __shfl_down_sync(0xffffffff, v, 8);
    v += __shfl_down_sync(0xffffffff, v, 4);
    v += __shfl_down_sync(0xffffffff, v, 2);
    v += __shfl_down_sync(0xffffffff, v, 1);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 31;
    const int r = blockIdx.x * (BLOCK / 32) + (threadIdx.x >> 5);

    if (r < rows) {
        const int from = starts[r];
        const int count = starts[r + 1] - from;
        float part = 0.0f;
        for (int e = lane; e < count; e += 32)
            part = fmaf(values[from + e], x[columns[from + e]], part);

        part = warp_sum(part);
        y[r] = part;
    }
}
