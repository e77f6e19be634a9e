template <int N>
__device__ int scanned(int (&a)[2][N], int value) {
    const int t = threadIdx.x;
    int from = 0;
    a[0][t] = value;
    __syncthreads();
    for (int d = 1; d < N; d += d) {
        a[1 - from][t] = t >= d ? a[from][t] + a[from][t - d] : 0;
        from = 1 - from;
        __syncthreads();
    }
    return a[from][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int s = scanned<BLOCK>(buf, i < n ? x[i] : 0);
    if (i < n)
        y[i] = s;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = s;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    const int s = scanned<BLOCK>(buf, t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = s;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
