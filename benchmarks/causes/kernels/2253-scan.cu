// Inclusive scan of one value per thread; works with two buffers, so one barrier a round is enough.
__device__ int scanBlock(int value) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    int from = 0, to = 1;

    buf[from][t] = value;
    __syncthreads();

    for (int step = 1; step < BLOCK; step <<= 1) {
        if (t >= step)
            buf[to][t] = buf[from][t] + buf[from][t - step];
        __syncthreads();
        from ^= 1;
        to ^= 1;
    }
    return buf[from][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    int result = scanBlock(i < n ? x[i] : 0);

    if (i < n)
        y[i] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;

    int result = scanBlock(t < blocks ? sums[t] : 0);

    if (t < blocks)
        sums[t] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x == 0 || i >= n)
        return;
    y[i] += sums[blockIdx.x - 1];
}
