// SpMV, 一個 warp 一列 (Wei-Lun)
__device__ __forceinline__ float warp_total(float s) {
    for (int step = 16; step >= 1; step >>= 1)
        s += __shfl_down_sync(0xffffffff, s, step);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return;

    const int end = starts[row + 1];
    float s = 0.0f;
    for (int k = starts[row] + lane; k < end; k += blockDim.x)
        s = fmaf(values[k], x[columns[k]], s);

    s = warp_total(s);
    if (lane == 0) y[row] = s;
}
