struct Row {
    int first, last;
    __device__ Row(const int *starts, int r)
    {
        first = starts[r];
        last = starts[r + 1] - starts[r];
    }
};

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int id = blockIdx.x * BLOCK + threadIdx.x;
    const int r = id / warpSize;
    const int lane = id - r * warpSize;
    float acc = 0.f;

    if (r < rows) {
        Row row(starts, r);
        int k = row.first + lane;
        for (; k < row.last; k += warpSize)
            acc = fmaf(values[k], x[columns[k]], acc);
    }

    #pragma unroll
    for (int step = 16; step != 0; step >>= 1)
        acc += __shfl_down_sync(0xffffffff, acc, step);

    if (r < rows && lane == 0)
        y[r] = acc;
}
