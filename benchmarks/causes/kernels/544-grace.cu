// Brent-Kung: tree up, tree down. Work efficient, but two loops.
__device__ void scanShared(int *p) {
    int t = threadIdx.x;
    // up
    for (int step = 1; step < BLOCK; step *= 2) {
        int i = (t + 1) * 2 * step - 1;
        if (i < BLOCK)
            p[i] += p[i - step];
        __syncthreads();
    }
    // down
    for (int step = BLOCK / 4; step > 0; step /= 2) {
        int i = (t + 1) * 2 * step - 1;
        if (i < BLOCK)
            p[i + step] += p[i];
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    scanShared(parts);
    if (i < n)
        y[i] = parts[t];
    if (t == 0)
        sums[blockIdx.x] = parts[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x;

    parts[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    scanShared(parts);
    if (t < blocks)
        sums[t] = parts[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int b = blockIdx.x;
    if (b > 0 && i < n)
        y[i] += sums[b - 1];
}
