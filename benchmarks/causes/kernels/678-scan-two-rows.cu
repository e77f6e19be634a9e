__device__ int scan_in_block(int v)
{
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x, cur = 0;

    buf[cur][t] = v;
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            buf[1 - cur][t] = buf[cur][t] + buf[cur][t - d];
        cur = 1 - cur;
        __syncthreads();
    }
    return buf[cur][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int r = scan_in_block(i < n ? x[i] : 0);
    if (i < n)
        y[i] = r;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = r;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    int i = threadIdx.x;
    int r = scan_in_block(i < blocks ? sums[i] : 0);
    if (i < blocks)
        sums[i] = r;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
