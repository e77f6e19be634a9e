// Warps first, then the warps' sums. A block may be smaller than a warp.
constexpr int LANES = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / LANES;
constexpr unsigned ALL = 0xffffffffu >> (32 - LANES);

__device__ int warp_total(int v) {
    for (int away = LANES / 2; away > 0; away /= 2)
        v += __shfl_down_sync(ALL, v, away, LANES);
    return v;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    static_assert(WARPS <= LANES, "one warp must be able to add up all the others");
    __shared__ int totals[LANES];

    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int warp = threadIdx.x / LANES;
    const int lane = threadIdx.x % LANES;

    int v = i < n ? x[i] : 0;
    v = warp_total(v);

    if (lane == 0)
        totals[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = warp_total(totals[lane]);
        if (lane == 0)
            atomicAdd(sum, v);
    }
}
