struct Row {
    int begin, end;
    __device__ bool empty() const { return begin == end; }
};

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int r = (blockIdx.x * BLOCK + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (r >= rows)
        return;

    const Row row = {starts[r], starts[r + 1]};
    if (row.empty()) {
        return;
    }

    float sum = 0.0f;
    for (int k = row.begin + lane; k < row.end; k += 32)
        sum += values[k] * x[columns[k]];

    for (int step = 16; step >= 1; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);

    if (lane == 0)
        y[r] = sum;
}
