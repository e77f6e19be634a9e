#define WARP 32

__device__ float addUp(float acc)
{
    int s = WARP;
    while (s > 1)
    {
        s >>= 1;
        acc = acc + __shfl_down(acc, s);
    }
    return acc;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int r = (BLOCK / WARP) * blockIdx.x + threadIdx.x / WARP;
    if (r >= rows) return;      // the whole warp leaves

    const int me = threadIdx.x & (WARP - 1);
    const int end = starts[r + 1];
    float acc = 0;
    int k = starts[r] + me;
    while (k < end)
    {
        const int c = columns[k];
        acc = fmaf(values[k], x[c], acc);
        k += WARP;
    }

    acc = addUp(acc);
    if (me == 0) y[r] = acc;
}
