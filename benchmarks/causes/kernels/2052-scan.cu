// inclusive scan of one warp
__device__ int warp_scan(int v, int lane) {
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane > d) v += u;
    }
    return v;
}

__device__ int block_scan(int v) {
    __shared__ int warps[BLOCK / 32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;

    v = warp_scan(v, lane);
    if (lane == 31) warps[warp] = v;
    __syncthreads();

    // only a few warps: everybody adds the totals of those before
    for (int w = 0; w < warp; ++w) v += warps[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = block_scan(v);
    if (i < n) y[i] = v;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int v = 0;
    if (t < blocks) v = sums[t];
    v = block_scan(v);
    if (t < blocks) sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int b = blockIdx.x;
    if (b == 0) return;
    int i = b * BLOCK + threadIdx.x;
    if (i < n) y[i] += sums[b];
}
