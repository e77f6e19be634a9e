#define ALL 0xffffffffu

__device__ __forceinline__ int warpTotal(int v)
{
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(ALL, v, step);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[BLOCK / 32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;

    int v = warpTotal(i < n ? x[i] : 0);
    if (lane == 0)
        part[lane] = v;
    __syncthreads();

    if (warp == 0) {
        v = lane < BLOCK / 32 ? part[lane] : 0;
        v = warpTotal(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
