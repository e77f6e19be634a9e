#define WARPS (BLOCK / 32)

template <class T>
__device__ T scan_in_warp(T v)
{
    for (int d = 1; d < 32; d <<= 1) {
        T before = __shfl_up_sync(0xffffffff, v, d);
        if (threadIdx.x >= d)
            v += before;
    }
    return v;
}

template <class T>
__device__ T scan_in_block(T v)
{
    __shared__ T totals[WARPS];
    const int warp = threadIdx.x >> 5;

    v = scan_in_warp(v);
    if ((threadIdx.x & 31) == 31)
        totals[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        v += totals[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    int pos = threadIdx.x + BLOCK * blockIdx.x;
    int mine = 0;
    if (pos < n)
        mine = x[pos];

    int upto = scan_in_block(mine);

    if (pos < n)
        y[pos] = upto;
    if (threadIdx.x + 1 == BLOCK)
        sums[blockIdx.x] = upto;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    bool used = threadIdx.x < blocks;
    int upto = scan_in_block(used ? sums[threadIdx.x] : 0);
    if (used)
        sums[threadIdx.x] = upto;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    if (blockIdx.x == 0)
        return;
    int pos = threadIdx.x + BLOCK * blockIdx.x;
    if (pos < n)
        y[pos] += sums[blockIdx.x - 1];
}
