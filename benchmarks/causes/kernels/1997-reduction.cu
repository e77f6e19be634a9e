constexpr int LANES = BLOCK < 32 ? BLOCK : 32;

extern "C" __global__ void reduce(const int *x, int *sum, int n) {
    __shared__ int cache[BLOCK];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * BLOCK + t;
    cache[t] = i < (unsigned)n ? x[i] : 0;
    __syncthreads();

    // with shared memory, as long as there is more than a warp's worth
    for (unsigned active = BLOCK / 2; active > 32; active >>= 1) {
        if (t < active)
            cache[t] += cache[t + active];
        __syncthreads();
    }

    // the first warp does the rest in registers
    if (t < LANES) {
        int mine = cache[t];
        for (int d = LANES / 2; d > 0; d /= 2)
            mine += __shfl_down_sync(0xffffffffu, mine, d);
        if (t == 0)
            atomicAdd(sum, mine);
    }
}
