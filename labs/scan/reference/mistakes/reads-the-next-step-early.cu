// mistake: No barrier between adding and the next step
// group: barriers
// expect: data-race
// hint: read-before-overwritten elements-not-awaited
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int parts[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;

    parts[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int left = t >= step ? parts[t - step] : 0;  // HERE
        __syncthreads();
        parts[t] += left;  // HERE
    }
    if (i < n)
        y[i] = parts[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = parts[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int totals[BLOCK];
    int t = threadIdx.x;

    totals[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        int left = t >= step ? totals[t - step] : 0;
        __syncthreads();
        totals[t] += left;
        __syncthreads();
    }
    if (t < blocks)
        sums[t] = totals[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
