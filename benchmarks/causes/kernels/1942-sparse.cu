extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int lane = threadIdx.x % 32;
    int row  = blockIdx.x * (BLOCK / 32) + threadIdx.x / 32;

    if (row >= rows) return;          // whole warps leave

    int first = starts[row];
    int last  = starts[row + 1];
    if (first == last) return;        // empty row: nothing to add
    float part = 0;
    for (int e = first + lane; e < last; e += 32)
        part += values[e] * x[columns[e]];

    for (int step = 16; step >= 1; step /= 2)
        part += __shfl_down_sync(0xffffffff, part, step);

    if (lane == 0)
        y[row] = part;
}
