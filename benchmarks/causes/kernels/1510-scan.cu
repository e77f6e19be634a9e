// inclusive scan of s[0..BLOCK), by doubling steps
__device__ void scanShared(int *s) {
    int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d <<= 1) {
        int other = 0;
        if (t >= d)
            other = s[t - d];
        s[t] += other;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = (i < n) ? x[i] : 0;
    __syncthreads();
    scanShared(s);
    if (i < n)
        y[i] = s[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = (t < blocks) ? sums[t] : 0;
    __syncthreads();
    scanShared(s);
    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
