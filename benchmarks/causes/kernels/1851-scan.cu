// scans BLOCK numbers in shared memory, all threads of the block must call it
__device__ void scanTile(int *s) {
    int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = 0;
        if (t >= d)
            left = s[t - d];
        s[t] += left;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    scanTile(s);
    if (i < n)
        y[i] = s[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = s[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    scanTile(s);
    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
