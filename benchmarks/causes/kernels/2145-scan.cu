// scan by warps: each warp scans itself, warp 0's threads then add what the warps before have

template <typename T>
__device__ T scanWarp(T v) {
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        T u = __shfl_up_sync(0xffffffffu, v, d);
        if (threadIdx.x >= d) v += u;
    }
    return v;
}

template <typename T>
__device__ T scanBlock(T v) {
    __shared__ T warpSums[BLOCK / 32];
    const int warp = threadIdx.x >> 5;
    v = scanWarp(v);
    if ((threadIdx.x & 31) == 31) warpSums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; ++w) v += warpSums[w];
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = scanBlock<int>(v);
    if (i < n) y[i] = v;
    if (threadIdx.x + 1 == blockDim.x) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int v = 0;
    if (threadIdx.x < blocks) v = sums[threadIdx.x];
    v = scanBlock<int>(v);
    if (threadIdx.x < blocks) sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || blockIdx.x == 0) return;
    y[i] += sums[blockIdx.x - 1];
}
