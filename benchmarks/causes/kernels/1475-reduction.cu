static __device__ int warpReduce(int v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, o);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int parts[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    int v = 0;
    if (i < n)
        v = x[i];

    v = warpReduce(v);
    if (lane == 0)
        parts[warp] = v;
    __syncthreads();

    // the first warp adds the warps' sums
    if (warp == 0)
    {
        v = parts[lane];
        v = warpReduce(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
