constexpr int WARP = 32;

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int thread = blockIdx.x * BLOCK + threadIdx.x;
    const int r = thread / WARP;
    const int lane = thread % WARP;
    if (r < rows) {                       // the same for all threads of a warp
        const int end = starts[r + 1];
        float dot = 0.f;
        for (int k = starts[r] + lane; k <= end; k += WARP)
            dot += values[k] * x[columns[k]];
        for (int step = WARP / 2; step > 0; step /= 2)
            dot += __shfl_down_sync(0xffffffff, dot, step);
        if (lane == 0)
            y[r] = dot;
    }
}
