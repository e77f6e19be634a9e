#define WARP 32
#define ALL 0xffffffffu

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = thread / WARP;
    const int lane = thread % WARP;
    float dot = 0.0f;

    if (row < rows) {
        int k = starts[row] + lane;
        const int stop = starts[row + 1];
        while (k < stop) {
            dot = fmaf(values[k], x[columns[k]], dot);
            k += blockDim.x;
        }
    }

    dot += __shfl_down_sync(ALL, dot, 16);
    dot += __shfl_down_sync(ALL, dot, 8);
    dot += __shfl_down_sync(ALL, dot, 4);
    dot += __shfl_down_sync(ALL, dot, 2);
    dot += __shfl_down_sync(ALL, dot, 1);

    if (lane == 0 && row < rows)
        y[row] = dot;
}
