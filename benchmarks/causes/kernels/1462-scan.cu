// Hillis and Steele, in place
__device__ int block_scan(int *s, int value) {
    const int t = threadIdx.x;
    s[t] = value;
    __syncthreads();
    for (int off = 1; off < BLOCK; off <<= 1) {
        int left = 0;
        if (t >= off)
            left = s[t - off];
        s[t] += left;
        __syncthreads();
    }
    return s[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int mine = 0;
    if (i < n) mine = x[i];
    mine = block_scan(s, mine);
    if (i < n) y[i] = mine;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = mine;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int mine = 0;
    if (threadIdx.x < blocks) mine = sums[threadIdx.x];
    mine = block_scan(s, mine);
    if (threadIdx.x < blocks) sums[threadIdx.x] = mine;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0) return;       // nothing before it
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) y[i] += sums[blockIdx.x - 1];
}
