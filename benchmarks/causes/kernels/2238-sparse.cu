constexpr unsigned ALL = 0xffffffffu;

template <int STEP>
__device__ float gather(float v) {
    v += __shfl_down_sync(ALL, v, STEP);
    return gather<STEP / 2>(v);
}

template <>
__device__ float gather<0>(float v) {
    return v;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= rows)
        return;

    int stop = starts[warp + 1];
    float dot = 0.0f;
    for (int k = starts[warp] + lane; k < stop; k += 32)
        dot += values[k] * x[columns[k]];

    dot = gather<16>(dot);
    if (threadIdx.x == 0)
        y[warp] = dot;
}
