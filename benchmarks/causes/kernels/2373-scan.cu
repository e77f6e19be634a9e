// Hillis & Steele, in place: read, wait, write, wait.
__device__ int scan_in_block(int *s, int t) {
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
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    s[t] = i < n ? x[i] : 0;
    __syncthreads();

    int r = scan_in_block(s, t);
    if (i < n) y[i] = r;
    if (t == BLOCK - 1) sums[blockIdx.x] = r;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;

    s[t] = t < blocks ? sums[t] : 0;
    __syncthreads();

    int r = scan_in_block(s, t);
    if (t < blocks) sums[t] = r;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
