// Reduction with warp shuffles: every warp first, then the first warp adds up what the warps found.

constexpr int WARP = BLOCK < 32 ? BLOCK : 32;
constexpr unsigned LANES = 0xffffffffu >> (32 - WARP);

__device__ __forceinline__ int warp_total(int v) {
#pragma unroll
    for (int d = WARP / 2; d > 0; d >>= 1)
        v += __shfl_up_sync(LANES, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[BLOCK / WARP];

    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;
    const int gid = blockIdx.x * BLOCK + threadIdx.x;

    int v = warp_total(gid < n ? x[gid] : 0);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = warp_total(lane < BLOCK / WARP ? part[lane] : 0);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
