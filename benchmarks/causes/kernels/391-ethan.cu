// Inclusive scan with warp shuffles

template <typename T>
__device__ __forceinline__ T warp_scan(T value, int lane) {
    for (int d = 1; d < 32; d *= 2) {
        T other = __shfl_up_sync(0xffffffff, value, d);
        if (lane > d)
            value += other;
    }
    return value;
}

template <typename T>
__device__ T block_scan(T value) {
    __shared__ T warp_totals[(BLOCK + 31) / 32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;

    value = warp_scan(value, lane);
    if (lane == 31)
        warp_totals[warp] = value;
    __syncthreads();

    for (int w = 0; w < warp; ++w)
        value += warp_totals[w];
    return value;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int result = block_scan<int>(i < n ? x[i] : 0);
    if (i < n)
        y[i] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;
    const int result = block_scan<int>(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x != 0)
        y[i] += sums[blockIdx.x - 1];
}
