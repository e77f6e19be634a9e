#define FULL 0xffffffffu

// adds up the 32 values of one warp, lane 0 has the sum
static __device__ __forceinline__ int warp_total(int v)
{
    #pragma unroll
    for (int d = 16; d; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int cell[BLOCK];
    const unsigned me = threadIdx.x;
    const unsigned pos = blockIdx.x * BLOCK + me;

    int v = 0;
    if (pos < n) v = x[pos];
    cell[me] = v;
    __syncthreads();

    // in shared memory until one warp's worth of values is left
    for (unsigned half = BLOCK / 2; half > 32; half >>= 1)
    {
        if (me < half)
            cell[me] += cell[me + half];
        __syncthreads();
    }

    if (me < 32)
    {
        v = warp_total(cell[me]);
        if (me == 0) atomicAdd(sum, v);
    }
}
