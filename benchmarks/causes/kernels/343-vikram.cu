#define WARP 32
#define FULL 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x & WARP;
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
    if (row >= rows) return;   // poora warp ek saath nikal jata hai
    float s = 0.0f;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += WARP)
        s += values[k] * x[columns[k]];
    for (int m = WARP / 2; m; m >>= 1)
        s += __shfl_xor_sync(FULL, s, m);
    if (lane == 0) y[row] = s;
}
