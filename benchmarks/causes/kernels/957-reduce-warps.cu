#define FULL 0xffffffffu

__device__ int warpSum(int v) {
    for (int d = 16; d; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int part[32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    int gid = blockIdx.x * BLOCK + threadIdx.x;

    int v = gid < n ? x[gid] : 0;
    v = warpSum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = part[lane];
        v = warpSum(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
