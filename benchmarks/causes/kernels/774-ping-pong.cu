__device__ int inclusive(int value, int *ping, int *pong)
{
    const int t = threadIdx.x;
    ping[t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        pong[t] = t >= d ? ping[t] + ping[t - d] : ping[t];
        __syncthreads();
        int *help = ping;
        ping = pong;
        pong = help;
    }
    return pong[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int a[BLOCK], b[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    int mine = 0;
    if (i < n) mine = x[i];
    mine = inclusive(mine, a, b);
    if (i < n) y[i] = mine;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = mine;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int a[BLOCK], b[BLOCK];
    const int t = threadIdx.x;

    int mine = 0;
    if (t < blocks) mine = sums[t];
    mine = inclusive(mine, a, b);
    if (t < blocks) sums[t] = mine;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
