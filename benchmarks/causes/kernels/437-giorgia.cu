// Scan con gli shuffle: prima ogni warp, poi i totali dei warp
#define WARPS ((BLOCK + 31) / 32)

__device__ int scan_warp(int v, int lane)
{
    for (int d = 1; d < 32; d *= 2) {
        int u = __shfl_up_sync(0xffffffff, v, d);
        if (lane > d)
            v += u;
    }
    return v;
}

__device__ int scan_blocco(int v, int *totali)
{
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    v = scan_warp(v, lane);
    if (lane == 31)
        totali[w] = v;
    __syncthreads();
    int prima = 0;
    for (int k = 0; k < w; ++k)
        prima += totali[k];
    return v + prima;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int totali[WARPS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int v = scan_blocco(i < n ? x[i] : 0, totali);
    if (i < n)
        y[i] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int totali[WARPS];
    int t = threadIdx.x;
    int v = scan_blocco(t < blocks ? sums[t] : 0, totali);
    if (t < blocks)
        sums[t] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
