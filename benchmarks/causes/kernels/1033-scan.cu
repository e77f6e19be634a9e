// Inclusive scan, Hillis & Steele with two buffers (one barrier a step)

__device__ int *scan_here(int *src, int *dst) {
    const int t = threadIdx.x;
    __syncthreads();
    for (int gap = 1; gap < BLOCK; gap <<= 1) {
        int here = src[t];
        if (t >= gap)
            here += src[t - gap];
        dst[t] = here;
        __syncthreads();
        int *other = src;
        src = dst;
        dst = other;
    }
    return dst;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int ping[BLOCK];
    __shared__ int pong[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    ping[threadIdx.x] = i < n ? x[i] : 0;
    const int *done = scan_here(ping, pong);

    if (i < n)
        y[i] = done[threadIdx.x];
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = done[threadIdx.x];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int ping[BLOCK];
    __shared__ int pong[BLOCK];
    const int t = threadIdx.x;

    ping[t] = t < blocks ? sums[t] : 0;
    const int *done = scan_here(ping, pong);
    if (t < blocks)
        sums[t] = done[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
