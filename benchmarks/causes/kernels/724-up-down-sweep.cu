// work-efficient: up-sweep, down-sweep, then own element on top
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int tree[BLOCK];
    int t = threadIdx.x;
    int g = t + blockIdx.x * blockDim.x;
    int own = 0;
    if (g < n) own = x[g];
    tree[t] = own;

    for (int d = 1; d < BLOCK; d <<= 1) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK) tree[right] += tree[right - d];
    }
    __syncthreads();

    if (t == 0) {
        tree[BLOCK - 1] = 0;
        sums[blockIdx.x] = tree[BLOCK - 1];
    }

    for (int d = BLOCK >> 1; d > 0; d >>= 1) {
        __syncthreads();
        int right = (t + 1) * 2 * d - 1;
        if (right < BLOCK) {
            int keep = tree[right - d];
            tree[right - d] = tree[right];
            tree[right] += keep;
        }
    }
    __syncthreads();

    if (g < n) y[g] = tree[t] + own;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    if (threadIdx.x == 0) {
        int running = 0;
        for (int b = 0; b < blocks; ++b) {
            running += sums[b];
            sums[b] = running;
        }
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0) return;
    int g = threadIdx.x + blockIdx.x * blockDim.x;
    if (g < n) y[g] += sums[blockIdx.x - 1];
}
