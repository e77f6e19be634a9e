__device__ int block_scan(int v)
{
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    int in, out = 0;

    buf[out][t] = v;
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        in = out;
        out = 1 - in;
        if (t >= d)
            buf[out][t] = buf[in][t] + buf[in][t - d];
    }
    return buf[out][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int v = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int t = threadIdx.x;
    const int v = block_scan(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
