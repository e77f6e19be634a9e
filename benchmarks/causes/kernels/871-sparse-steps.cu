__device__ __forceinline__ float collect(float s)
{
    for (int step = 1; step < 16; step <<= 1)
        s += __shfl_down_sync(0xffffffff, s, step);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int r = blockIdx.x * (BLOCK >> 5) + warp;
    if (r >= rows) return;      // the whole warp goes

    const int *c = columns + starts[r] + lane;
    const float *v = values + starts[r] + lane;
    const float *const end = values + starts[r + 1];

    float s = 0;
    while (v < end) {
        s += *v * x[*c];
        v += 32;
        c += 32;
    }
    s = collect(s);
    if (!lane) y[r] = s;
}
