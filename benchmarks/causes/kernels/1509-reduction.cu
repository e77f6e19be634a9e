#define FULL 0xffffffffu

// sum over the warp, for lane 0
static __device__ __forceinline__ int warp_sum(int v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(FULL, v, offset);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int perWarp[32];
    const int lane = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int gid = blockIdx.x * blockDim.x + threadIdx.x;

    int v = gid < n ? x[gid] : 0;
    v = warp_sum(v);
    if (lane == 0)
        perWarp[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = perWarp[lane];
        v = warp_sum(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
