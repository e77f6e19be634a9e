#define ALL 0xffffffffu
#define WARPS ((BLOCK + 31) / 32)

static __device__ int warpSum(int v)
{
    v += __shfl_down_sync(ALL, v, 16);
    v += __shfl_down_sync(ALL, v, 8);
    v += __shfl_down_sync(ALL, v, 4);
    v += __shfl_down_sync(ALL, v, 2);
    v += __shfl_down_sync(ALL, v, 1);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[32];

    const int gid  = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31;
    const int wid  = threadIdx.x >> 5;

    int v = 0;
    if (gid < n)
        v = x[gid];

    v = warpSum(v);
    if (lane == 0)
        part[wid] = v;
    __syncthreads();

    if (wid == 0) {
        v = part[lane];
        v = warpSum(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
