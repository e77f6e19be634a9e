// Scan inside a warp by shuffles, then of the warps' sums.
#define FULL 0xffffffffu

__device__ int warp_scan(int v, int lane)
{
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int w = __shfl_up_sync(FULL, v, d);
        v += w;
    }
    return v;
}

__device__ int block_scan(int v)
{
    __shared__ int warps[BLOCK / 32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    v = warp_scan(v, lane);
    if (lane == 31) warps[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        v += warps[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = block_scan(i < n ? x[i] : 0);
    if (i < n) y[i] = v;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    int i = threadIdx.x;
    int v = block_scan(i < blocks ? sums[i] : 0);
    if (i < blocks) sums[i] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || blockIdx.x == 0) return;
    y[i] += sums[blockIdx.x - 1];
}
