// scans BLOCK numbers, one of each thread; goes to and fro between two buffers
__device__ int scanBlock(int mine, int (*buf)[BLOCK]) {
    const int t = threadIdx.x;
    int src = 0;
    buf[0][t] = mine;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        const int dst = 1 - src;
        if (t >= d)
            buf[dst][t] = buf[src][t] + buf[src][t - d];
        __syncthreads();
        src = dst;
    }
    return buf[src][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int result = scanBlock(i < n ? x[i] : 0, buf);
    if (i < n)
        y[i] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    const int result = scanBlock(t < blocks ? sums[t] : 0, buf);
    if (t < blocks)
        sums[t] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
