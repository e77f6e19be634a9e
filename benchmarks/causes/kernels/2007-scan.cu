#define ALL 0xffffffffu
#define WARPS ((BLOCK + 31) / 32)

// inclusive scan of one value a lane, in registers
__device__ int scanWarp(int v, int lane) {
    for (int d = 1; d < 32; d *= 2) {
        int before = __shfl_up_sync(ALL, v, d);
        if (lane > d)
            v += before;
    }
    return v;
}

// inclusive scan of one value a thread, for the whole block
__device__ int scanBlock(int v) {
    __shared__ int ends[WARPS];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;

    v = scanWarp(v, lane);
    if (lane == 31)
        ends[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        v += ends[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = scanBlock(i < n ? x[i] : 0);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int v = scanBlock(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    y[i] += sums[blockIdx.x - 1];
}
