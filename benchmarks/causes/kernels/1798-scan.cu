// naive (Hillis-Steele) scan, in place
__device__ int block_scan(int *s, int t) {
    for (int d = 1; d < BLOCK; d <<= 1) {
        int left = 0;
        if (t >= d)
            left = s[t - d];
        s[t] += left;
        __syncthreads();
    }
    return s[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = (i < n) ? x[i] : 0;
    __syncthreads();
    int r = block_scan(s, t);
    if (i < n)
        y[i] = r;
    if (t == BLOCK - 1)
        sums[blockIdx.x] = r;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    const int t = threadIdx.x;
    s[t] = (t < blocks) ? sums[t] : 0;
    __syncthreads();
    int r = block_scan(s, t);
    if (t < blocks)
        sums[t] = r;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
