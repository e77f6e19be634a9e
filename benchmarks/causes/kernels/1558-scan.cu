// Hillis-Steele in one array; returns the inclusive sum of this thread
__device__ int blockScan(int v, int *s) {
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        int left = 0;
        if (t >= d) left = s[t - d];
        s[t] += left;
        __syncthreads();
    }
    return s[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int r = blockScan(i < n ? x[i] : 0, s);
    if (i < n) y[i] = r;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = r;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int r = blockScan(t < blocks ? sums[t] : 0, s);
    if (t < blocks) sums[t] = r;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
