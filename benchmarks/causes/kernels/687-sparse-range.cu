struct Range { int first, last; };

__device__ Range entriesOf(const int *starts, int row) {
    return Range{starts[row], starts[row + 1]};
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (warp >= rows) return;

    const Range e = entriesOf(starts, warp);
    if (e.first == e.last) return;

    float dot = 0.0f;
    for (int k = e.first + lane; k < e.last; k += 32)
        dot += values[k] * x[columns[k]];

    dot += __shfl_down_sync(0xffffffff, dot, 16);
    dot += __shfl_down_sync(0xffffffff, dot, 8);
    dot += __shfl_down_sync(0xffffffff, dot, 4);
    dot += __shfl_down_sync(0xffffffff, dot, 2);
    dot += __shfl_down_sync(0xffffffff, dot, 1);

    if (lane == 0) y[warp] = dot;
}
