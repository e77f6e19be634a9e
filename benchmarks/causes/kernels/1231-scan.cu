// Double-buffered scan. Every thread hands in its value and gets the inclusive sum up to itself.
__device__ int scan_tile(int value) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    int cur = 0;

    buf[cur][t] = value;
    __syncthreads();

    for (int d = 1; d < BLOCK; d <<= 1) {
        const int *from = buf[cur];
        int *to = buf[1 - cur];
        if (t >= d)
            to[t] = from[t] + from[t - d];
        __syncthreads();
        cur = 1 - cur;
    }
    return buf[cur][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int s = scan_tile(i < n ? x[i] : 0);
    if (i < n)
        y[i] = s;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = s;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int i = threadIdx.x;
    const int s = scan_tile(i < blocks ? sums[i] : 0);
    if (i < blocks)
        sums[i] = s;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x];
}
