// scan in place in shared memory; v has BLOCK values
__device__ void scan_in_place(int *v) {
    int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = 0;
        if (t >= d)
            left = v[t - d];
        __syncthreads();
        if (t >= d) {
            v[t] += left;
            __syncthreads();
        }
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int v[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    v[t] = i < n ? x[i] : 0;
    __syncthreads();
    scan_in_place(v);

    if (i < n)
        y[i] = v[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = v[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int v[BLOCK];
    int t = threadIdx.x;

    v[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    scan_in_place(v);

    if (t < blocks)
        sums[t] = v[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
