__device__ int warpSum(int v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[32];

    int g = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    int v = warpSum(g < n ? x[g] : 0);
    if (lane == 0) part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = part[lane];
        v = warpSum(v);
        if (lane == 0) atomicAdd(sum, v);
    }
}
