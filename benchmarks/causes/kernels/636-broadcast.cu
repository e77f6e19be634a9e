#define MASK 0xffffffff

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = thread & 31, row = thread >> 5;
    if (row >= rows) return;

    // one lane reads the two ends and tells the others
    int from = 0, to = 0;
    if (lane == 0) {
        from = starts[row];
        to = starts[row + 1];
    }
    from = __shfl_sync(MASK, from, 0);
    to = __shfl_sync(MASK, to, lane);

    const int *column = columns + from;
    const float *value = values + from;
    double dot = 0;
    for (int k = lane; k < to - from; k += 32)
        dot += value[k] * x[column[k]];

    #pragma unroll
    for (int other = 1; other < 32; other *= 2)
        dot += __shfl_xor_sync(MASK, dot, other);
    if (!lane) y[row] = (float)dot;
}
