#define WARP 32
#define EVERYBODY 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;

    if (row >= rows)
        return; // the whole warp leaves together

    float sum = 0.0f;
    for (int k = starts[row] + lane; k < starts[row + 1]; k += WARP)
        sum += values[k] * x[columns[k]];

    for (int step = WARP; step > 0; step >>= 1)
        sum += __shfl_down_sync(EVERYBODY, sum, step);

    if (lane == 0)
        y[row] = sum;
}
