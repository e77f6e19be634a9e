#define LANES (BLOCK < 32 ? BLOCK : 32)
#define WARPS (BLOCK / LANES)
#define ALL   (0xffffffffu >> (32 - LANES))

__inline__ __device__ int warpSum(int v) {
    for (int offset = LANES / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(ALL, v, offset);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int warpTotals[WARPS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % LANES;
    int warp = threadIdx.x / LANES;

    int v = 0;
    if (i < n)
        v = x[i];
    v = warpSum(v);
    if (lane == 0)
        warpTotals[warp] = v;

    // the first warp adds the totals of the others
    if (warp == 0) {
        v = lane < WARPS ? warpTotals[lane] : 0;
        v = warpSum(v);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
