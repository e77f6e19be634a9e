// inclusive scan of the block's values: first in each warp, by shuffles, then over the warps
__device__ int block_scan(int v) {
    __shared__ int totals[(BLOCK + 31) / 32];
    int warp = threadIdx.x / 32;

    for (int d = 1; d < 32; d *= 2) {
        int up = __shfl_up_sync(0xffffffff, v, d);
        v += up;
    }

    if (threadIdx.x % 32 == 31)
        totals[warp] = v;
    __syncthreads();

    for (int w = 0; w < warp; w++)
        v += totals[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = block_scan(v);
    if (i < n) y[i] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int v = 0;
    if (threadIdx.x < blocks) v = sums[threadIdx.x];
    v = block_scan(v);
    if (threadIdx.x < blocks) sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = y[i] + sums[blockIdx.x - 1];
}
