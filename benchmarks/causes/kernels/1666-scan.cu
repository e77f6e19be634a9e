#define FULL 0xffffffffu
#define WARPS ((BLOCK + 31) / 32)

template <typename T>
__device__ T warp_scan(T v) {
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        T left = __shfl_up_sync(FULL, v, d);
        if (lane > d) v += left;
    }
    return v;
}

__device__ int scan_all(int v) {
    __shared__ int totals[WARPS];
    int warp = threadIdx.x >> 5;
    v = warp_scan(v);
    if ((threadIdx.x & 31) == 31) totals[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += totals[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = scan_all(v);
    if (i < n) y[i] = v;
    if (threadIdx.x + 1 == BLOCK) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int v = 0;
    if (threadIdx.x < blocks) v = sums[threadIdx.x];
    v = scan_all(v);
    if (threadIdx.x < blocks) sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0) return;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    y[i] += sums[blockIdx.x - 1];
}
