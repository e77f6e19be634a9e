static __device__ int block_scan(int mine)
{
    __shared__ int buf[2][BLOCK];
    int cur = 0;
    const int t = threadIdx.x;

    buf[cur][t] = mine;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        if (t >= step)
            buf[1 - cur][t] = buf[cur][t] + buf[cur][t - step];
        cur = 1 - cur;
        __syncthreads();
    }
    return buf[cur][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    int v = block_scan(threadIdx.x < blocks ? sums[threadIdx.x] : 0);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x != 0)
        y[i] += sums[blockIdx.x - 1];
}
