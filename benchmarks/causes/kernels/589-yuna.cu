// Yuna: du gae-ui baeyeol (double buffer), barrier-neun dangye-mada hana
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int from = 0, to = 1;

    buf[from][t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        if (t >= d)
            buf[to][t] = buf[from][t] + buf[from][t - d];
        __syncthreads();
        from = to;
        to = 1 - from;
    }
    if (i < n)
        y[i] = buf[from][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = buf[from][t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int from = 0, to = 1;

    buf[from][t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        if (t >= d)
            buf[to][t] = buf[from][t] + buf[from][t - d];
        else
            buf[to][t] = buf[from][t];
        __syncthreads();
        from = to;
        to = 1 - from;
    }
    if (t < blocks)
        sums[t] = buf[from][t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x != 0)
        y[i] += sums[blockIdx.x - 1];
}
