#define LAST (BLOCK - 1)

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int tree[BLOCK];
    int tid = threadIdx.x;
    int idx = tid + BLOCK * blockIdx.x;
    int own = 0;
    if (idx < n) own = x[idx];
    tree[tid] = own;
    __syncthreads();

    // up
    for (int step = 1; step <= BLOCK / 2; step *= 2) {
        int right = 2 * step * (tid + 1) - 1;
        if (right <= LAST)
            tree[right] += tree[right - step];
        __syncthreads();
    }

    if (tid == LAST) {
        tree[LAST] = 0;
        sums[blockIdx.x] = tree[LAST];
    }
    __syncthreads();

    // down
    for (int step = BLOCK / 2; step >= 1; step /= 2) {
        int right = 2 * step * (tid + 1) - 1;
        if (right <= LAST) {
            int left = tree[right - step];
            tree[right - step] = tree[right];
            tree[right] += left;
        }
        __syncthreads();
    }

    if (idx < n) y[idx] = tree[tid] + own;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    // only few numbers, one thread is enough
    if (threadIdx.x != 0) return;
    int running = 0;
    for (int b = 0; b < blocks; b++) {
        running += sums[b];
        sums[b] = running;
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int idx = threadIdx.x + BLOCK * blockIdx.x;
    int before = blockIdx.x ? sums[blockIdx.x - 1] : 0;
    if (idx < n) y[idx] += before;
}
