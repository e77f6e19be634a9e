template <typename T>
__device__ T warp_sum(T v) {
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
    const int warp = blockIdx.x * BLOCK + threadIdx.x / 32;

    if (warp < rows) {
        const int end = starts[warp + 1];
        float part = 0.f;
        for (int k = starts[warp] + lane; k < end; k += 32)
            part = fmaf(values[k], x[columns[k]], part);
        const float all = warp_sum(part);
        if (lane == 0)
            y[warp] = all;
    }
}
