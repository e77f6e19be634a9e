// Scan by warp shuffles. The sums are made exclusive, so add_sums takes the one of its own block.

constexpr int WARP = BLOCK < 32 ? BLOCK : 32;
constexpr unsigned LANES = 0xffffffffu >> (32 - WARP);

__device__ int warp_scan(int v, int lane) {
    for (int d = 1; d < WARP; d *= 2) {
        int left = __shfl_up_sync(LANES, v, d);
        if (lane > d)
            v += left;
    }
    return v;
}

__device__ int block_scan(int v) {
    __shared__ int ends[BLOCK / WARP];
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;

    v = warp_scan(v, lane);
    if (lane == WARP - 1)
        ends[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; w++)
        v += ends[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int mine = i < n ? x[i] : 0;
    int upto = block_scan(mine);
    if (i < n)
        y[i] = upto;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = upto;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int b = threadIdx.x;
    int mine = b < blocks ? sums[b] : 0;
    int upto = block_scan(mine);
    if (b < blocks)
        sums[b] = upto - mine;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[blockIdx.x];
}
