// Work-efficient scan (Blelloch): up the tree with sums, down again with what lies before.

__device__ void up(int *s) {
    for (int d = 1; d < BLOCK; d *= 2) {
        int e = (threadIdx.x + 1) * 2 * d - 1;
        if (e < BLOCK)
            s[e] += s[e - d];
        __syncthreads();
    }
}

__device__ void down(int *s) {
    for (int d = BLOCK / 2; d >= 1; d /= 2) {
        int e = (threadIdx.x + 1) * 2 * d - 1;
        if (e < BLOCK) {
            int left = s[e - d];
            s[e - d] = s[e];
            s[e] += left;
        }
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int own = i < n ? x[i] : 0;
    s[t] = own;
    __syncthreads();
    up(s);
    if (t == 0) {
        s[BLOCK - 1] = 0;
        sums[blockIdx.x] = s[BLOCK - 1];
    }
    __syncthreads();
    down(s);
    if (i < n)
        y[i] = s[t] + own;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    up(s);
    if (t == BLOCK - 1)
        s[t] = 0;
    __syncthreads();
    down(s);
    if (t < blocks)
        sums[t] = s[t];            // exclusive: what lies before block t
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[blockIdx.x];
}
