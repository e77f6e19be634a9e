// Hillis & Steele, one shared array, the neighbour is kept in a register between the two barriers

__device__ int scanInBlock(int *s)
{
    int t = threadIdx.x;
    int other = 0;
    for (int dist = 1; dist < BLOCK; dist <<= 1) {
        __syncthreads();
        if (t >= dist)
            other = s[t - dist];
        __syncthreads();
        s[t] += other;
    }
    return s[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int s[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    int v = scanInBlock(s);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int s[BLOCK];
    s[threadIdx.x] = threadIdx.x < blocks ? sums[threadIdx.x] : 0;
    int v = scanInBlock(s);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
