/* Tree reduction. The last steps take place inside one warp, there a shuffle is enough. */

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int s[BLOCK];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;

    s[t] = (i < n) ? x[i] : 0;
    __syncthreads();

    for (unsigned width = BLOCK >> 1; width > 32; width >>= 1)
    {
        if (t < width)
        {
            s[t] += s[t + width];
        }
        __syncthreads();
    }

    if (t < 32)
    {
        int v = s[t];
        v += __shfl_down_sync(0xffffffff, v, 16);
        v += __shfl_down_sync(0xffffffff, v, 8);
        v += __shfl_down_sync(0xffffffff, v, 4);
        v += __shfl_down_sync(0xffffffff, v, 2);
        v += __shfl_down_sync(0xffffffff, v, 1);
        if (t == 0)
        {
            atomicAdd(sum, v);
        }
    }
}
