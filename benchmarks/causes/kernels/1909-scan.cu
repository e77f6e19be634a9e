constexpr unsigned EVERY = 0xffffffffu;

__device__ int scan_warp(int v) {
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const int other = __shfl_up_sync(EVERY, v, d);
        v += other;
    }
    return v;
}

// The sum of v over this thread and all threads before it in the block.
__device__ int scan_block(int v) {
    __shared__ int ends[BLOCK / 32];
    const int warp = threadIdx.x >> 5;
    v = scan_warp(v);
    if ((threadIdx.x & 31) == 31)
        ends[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += ends[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    const int result = scan_block(g < n ? x[g] : 0);
    if (g < n)
        y[g] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int b = threadIdx.x;
    const bool used = b < blocks;
    const int result = scan_block(used ? sums[b] : 0);
    sums[b] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    if (g >= n || blockIdx.x == 0)
        return;
    y[g] += sums[blockIdx.x - 1];
}
