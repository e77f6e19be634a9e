#define FULL 0xffffffffu

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int wsum[32];
    const int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    const int gid = blockIdx.x * blockDim.x + threadIdx.x;

    int acc = 0;
    if (gid < n) acc = x[gid];

    for (int off = 1; off < 32; off <<= 1) {
        const int other = __shfl_up_sync(FULL, acc, off);
        if (lane >= off) acc += other;
    }
    if (lane == 31) wsum[w] = acc;
    __syncthreads();

    for (int k = 0; k < w; ++k) acc += wsum[k];

    if (gid < n) y[gid] = acc;
    if (threadIdx.x + 1 == blockDim.x) sums[blockIdx.x] = acc;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;
    for (int off = 1; off < blocks; off <<= 1) {
        int left = 0;
        if (t >= off && t < blocks) left = sums[t - off];
        if (t < blocks) sums[t] += left;
        __syncthreads();
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int gid = blockIdx.x * blockDim.x + threadIdx.x;
    const int carry = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];
    if (gid < n) y[gid] += carry;
}
