// CSR SpMV, one warp for each row

__device__ inline float warp_sum(float v) {
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int row = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    const int lane = threadIdx.x & 31;

    if (row >= rows) return;

    const int first = starts[row] + lane;
    const int end = starts[row + 1];
    if (first >= end) return;   // no entry for me

    float sum = 0.0f;
    for (int k = first; k < end; k += 32)
        sum += values[k] * x[columns[k]];

    sum = warp_sum(sum);
    if (lane == 0)
        y[row] = sum;
}
