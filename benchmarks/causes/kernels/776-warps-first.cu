#define WARPS (BLOCK / 32)

__device__ int warp_scan(int v)
{
    const int lane = threadIdx.x % 32;
    for (int step = 1; step < 32; step <<= 1) {
        const int other = __shfl_up_sync(0xffffffff, v, step);
        if (lane > step)
            v += other;
    }
    return v;
}

__device__ int block_scan(int v)
{
    __shared__ int tails[WARPS];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    v = warp_scan(v);
    if (lane == 31)
        tails[warp] = v;
    __syncthreads();

    // there are few warps: add up what came before
    for (int w = 0; w < warp; ++w)
        v += tails[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int total = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = total;
    if (threadIdx.x + 1 == BLOCK)
        sums[blockIdx.x] = total;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int b = threadIdx.x;
    const int total = block_scan(b < blocks ? sums[b] : 0);
    if (b < blocks)
        sums[b] = total;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    if (blockIdx.x == 0)
        return;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[blockIdx.x - 1];
}
