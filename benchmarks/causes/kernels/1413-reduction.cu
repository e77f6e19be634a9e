#define WARP  (BLOCK < 32 ? BLOCK : 32)
#define WARPS ((BLOCK + 31) / 32)
#define FULL  (0xffffffffu >> (32 - WARP))

__device__ int sumOfWarp(int v)
{
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int parts[WARPS];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    if (i >= n)
        return;
    int v = x[i];
    v = sumOfWarp(v);

    if (lane == 0)
        parts[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = lane < WARPS ? parts[lane] : 0;
        v = sumOfWarp(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
