__device__ void sweep(int *s) {
    int t = threadIdx.x;
    int d = 1;
    // up
    for (; d < BLOCK; d *= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k < BLOCK)
            s[k] += s[k - d];
    }
    // down
    for (d = BLOCK / 4; d > 0; d /= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k + d < BLOCK)
            s[k + d] += s[k];
    }
    __syncthreads();
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int i = threadIdx.x + BLOCK * blockIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    sweep(s);
    if (i < n)
        y[i] = s[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    if (threadIdx.x < blocks)
        s[threadIdx.x] = sums[threadIdx.x];
    else
        s[threadIdx.x] = 0;
    sweep(s);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = threadIdx.x + BLOCK * blockIdx.x;
    // the first block has nobody before it
    if (i > BLOCK && i < n)
        y[i] += sums[i / BLOCK - 1];
}
