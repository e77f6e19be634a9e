// scans BLOCK numbers in shared memory, all threads of the block together
__device__ void scan_in_place(int *v)
{
    int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d <<= 1) {
        int add = 0;
        if (t >= d)
            add = v[t - d];
        v[t] += add;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int v[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    v[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    scan_in_place(v);
    if (i < n)
        y[i] = v[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = v[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int v[BLOCK];
    v[threadIdx.x] = threadIdx.x < blocks ? sums[threadIdx.x] : 0;
    __syncthreads();
    scan_in_place(v);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = v[threadIdx.x];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x == 0 || i >= n)
        return;
    y[i] += sums[blockIdx.x - 1];
}
