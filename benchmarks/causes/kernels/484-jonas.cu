// Erst addiert jeder Warp mit Shuffles, dann der erste Warp die Summen der Warps.
constexpr int WARP = BLOCK < 32 ? BLOCK : 32;
constexpr int WARPS = BLOCK / WARP;
constexpr unsigned ALLE = WARP == 32 ? 0xffffffffu : (1u << WARP % 32) - 1;

__device__ int warpSumme(int wert) {
    for (int schritt = WARP / 2; schritt > 0; schritt /= 2)
        wert += __shfl_down_sync(ALLE, wert, schritt);
    return wert;
}

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int summen[WARPS];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    const int bahn = t % WARP, warp = t / WARP;

    int wert = warpSumme(i < n ? x[i] : 0);
    if (bahn == 0)
        summen[warp] = wert;
    __syncthreads();

    if (warp == 0) {
        wert = warpSumme(summen[bahn]);
        if (bahn == 0)
            atomicAdd(sum, wert);
    }
}
