constexpr unsigned ALL = 0xffffffff;

__device__ int blockScan(int v) {
    __shared__ int totals[32];
    int lane = threadIdx.x % 32;
    int w = threadIdx.x / 32;

    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(ALL, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) totals[w] = v;
    __syncthreads();

    for (int k = 0; k < w; ++k)      // few warps, a loop will do
        v += totals[k];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = blockScan(v);
    if (i < n) y[i] = v;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int v = blockScan(t < blocks ? sums[t] : 0);
    if (t < blocks) sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = y[i] + sums[blockIdx.x - 1];
}
