extern "C" __global__ void multiply(const int *__restrict__ starts, const int *__restrict__ columns,
                                    const float *__restrict__ values, const float *__restrict__ x,
                                    float *__restrict__ y, int rows)
{
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = thread & 31u;
    const int row = thread >> 5;

    float even = 0.f, odd = 0.f;
    if (row < rows) {
        const int end = starts[row + 1];
        int k = starts[row] + lane;
        while (k + 32 < end) {
            even += values[k] * x[columns[k]];
            odd += values[k + 32] * x[columns[k] + 32];
            k += 64;
        }
        if (k < end)
            even += values[k] * x[columns[k]];
    }

    float both = even + odd;
    both += __shfl_down_sync(0xffffffffu, both, 16);
    both += __shfl_down_sync(0xffffffffu, both, 8);
    both += __shfl_down_sync(0xffffffffu, both, 4);
    both += __shfl_down_sync(0xffffffffu, both, 2);
    both += __shfl_down_sync(0xffffffffu, both, 1);

    if (row < rows && lane == 0)
        y[row] = both;
}
