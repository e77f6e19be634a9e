#define LANES (BLOCK < 32 ? BLOCK : 32)
#define ALL   (0xffffffffu >> (32 - LANES))

// inclusive scan over the block: warps by shuffles, then every warp adds those before it
__device__ int block_scan(int v)
{
    __shared__ int totals[BLOCK / LANES];
    const int lane = threadIdx.x % LANES;
    const int warp = threadIdx.x / LANES;

    for (int step = 1; step < LANES; step *= 2) {
        int other = __shfl_up_sync(ALL, v, step);
        if (lane > step)
            v += other;
    }
    if (lane == LANES - 1)
        totals[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        v += totals[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int v = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int t = threadIdx.x;
    const int v = block_scan(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x];
}
