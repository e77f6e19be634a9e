static __device__ float warp_sum(float v) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(v, offset);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warps_per_block = BLOCK / 32;
    const int r = blockIdx.x * warps_per_block + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;

    float part = 0.f;
    if (r < rows) {
        const int from = starts[r];
        const int to = starts[r + 1];
        int k = from + lane;
        while (k < to) {
            part = fmaf(values[k], x[columns[k]], part);
            k += 32;
        }
    }

    part = warp_sum(part);
    if (r < rows && lane == 0) {
        y[r] = part;
    }
}
