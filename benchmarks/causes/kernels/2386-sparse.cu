extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const unsigned lane = threadIdx.x & 31u;
    const int row = blockIdx.x * (BLOCK / 32) + (threadIdx.x >> 5);

    int k = 0, stop = 0;
    if (row < rows)
    {
        k = starts[row] + lane;
        stop = starts[row + 1];
    }

    float s = 0.f;
    while (k < stop)
    {
        s = fmaf(values[k], x[columns[k]], s);
        k += 32;
    }

    s += __shfl_down_sync(0xffffffff, s, 16);
    s += __shfl_down_sync(0xffffffff, s, 8);
    s += __shfl_down_sync(0xffffffff, s, 4);
    s += __shfl_down_sync(0xffffffff, s, 2);
    s += __shfl_down_sync(0xffffffff, s, 1);

    if (lane == 31 && row < rows) y[row] = s;
}
