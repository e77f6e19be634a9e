// Brent-Kung: بالا رفتن و پایین آمدن در درخت
__device__ void brent_kung(int *p)
{
    int t = threadIdx.x;
    for (int s = 1; s < BLOCK; s *= 2) {
        int k = (t + 1) * 2 * s - 1;
        if (k < BLOCK)
            p[k] += p[k - s];
        __syncthreads();
    }
    for (int s = BLOCK / 4; s > 1; s /= 2) {
        int k = (t + 1) * 2 * s - 1;
        if (k + s < BLOCK)
            p[k + s] += p[k];
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int p[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    p[threadIdx.x] = i < n ? x[i] : 0;
    __syncthreads();
    brent_kung(p);
    if (i < n)
        y[i] = p[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = p[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int p[BLOCK];
    p[threadIdx.x] = threadIdx.x < blocks ? sums[threadIdx.x] : 0;
    __syncthreads();
    brent_kung(p);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = p[threadIdx.x];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x >= 1 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
