#define OTHER(b) (1 - (b))

__device__ int inclusive(int v)
{
    __shared__ int buf[2][BLOCK];
    int now = 0;
    buf[now][threadIdx.x] = v;
    __syncthreads();

    for (int reach = 1; reach < BLOCK; reach *= 2) {
        int w = buf[now][threadIdx.x];
        if ((int)threadIdx.x >= reach)
            w += buf[now][threadIdx.x - reach];
        now = OTHER(now);
        buf[now][threadIdx.x] = w;
        __syncthreads();
    }
    return buf[1][threadIdx.x];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    int v = 0;
    if (g < n)
        v = x[g];

    v = inclusive(v);

    if (g < n)
        y[g] = v;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int b = threadIdx.x;
    int v = 0;
    if (b < blocks)
        v = sums[b];

    v = inclusive(v);

    if (b < blocks)
        sums[b] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    if (g >= n || blockIdx.x == 0)
        return;
    y[g] += sums[blockIdx.x - 1];
}
