constexpr int WARP = BLOCK < 32 ? BLOCK : 32;
constexpr unsigned FULL = WARP == 32 ? 0xffffffffu : (1u << WARP % 32) - 1;

// Inclusive scan of one value per thread over the whole block.
__device__ int block_scan(int v) {
    __shared__ int warp_totals[BLOCK / WARP];
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;

    for (int d = 1; d < WARP; d *= 2) {
        const int other = __shfl_up_sync(FULL, v, d);
        if (lane > d)
            v += other;
    }
    if (lane == WARP - 1)
        warp_totals[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        v += warp_totals[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int v = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;
    const int v = block_scan(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int before = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
    if (i < n)
        y[i] += before;
}
