extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int warp = (blockIdx.x * BLOCK + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= rows) return;           // whole warps leave

    float dot = 0.0f;
    const int last = starts[warp + 1];
    for (int e = starts[warp] + lane; e < last; e += 32)
        dot = fmaf(values[e], x[columns[e]], dot);

    for (int step = 16; step > 1; step >>= 1)
        dot += __shfl_down_sync(0xffffffffu, dot, step);

    if (lane == 0) y[warp] = dot;
}
