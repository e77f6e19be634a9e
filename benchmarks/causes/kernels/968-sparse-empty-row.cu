struct Row {
    int begin, end;
    __device__ int size() const { return end - begin; }
};

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    int warpsPerBlock = blockDim.x / 32;
    int row = blockIdx.x * warpsPerBlock + threadIdx.x / 32;
    int lane = threadIdx.x - threadIdx.x / 32 * 32;
    if (row >= rows)
        return;

    Row mine{starts[row], starts[row + 1]};
    if (mine.size() == 0)
        return;

    const int *c = columns + mine.begin;
    const float *v = values + mine.begin;
    float sum = 0.f;
    for (int e = lane; e < mine.size(); e += 32)
        sum = fmaf(v[e], x[c[e]], sum);

    for (int step = 1; step < 32; step += step)
        sum += __shfl_down_sync(0xffffffff, sum, step);

    if (lane == 0)
        y[row] = sum;
}
