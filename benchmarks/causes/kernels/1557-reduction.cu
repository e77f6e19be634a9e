#define FULL 0xffffffffu

static __device__ int warp_sum(int v) {
    for (int off = warpSize / 2; off > 0; off /= 2)
        v += __shfl_down_sync(FULL, v, off);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int part[32];          // one place a warp
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    int v = 0;
    if (i < n) v = x[i];

    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = lane < 8 ? part[lane] : 0;
        v = warp_sum(v);
        if (lane == 0) atomicAdd(sum, v);
    }
}
