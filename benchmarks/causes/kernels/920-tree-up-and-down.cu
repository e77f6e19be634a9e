// work-efficient: up the tree, then down again; leaves in s the sums of all *before*, returns the total to thread 0
__device__ int sweep(int *s)
{
    int t = threadIdx.x;
    int total = 0;

    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k < BLOCK)
            s[k] += s[k - d];
    }

    __syncthreads();
    if (t == 0) {
        s[BLOCK - 1] = 0;
        total = s[BLOCK - 1];
    }

    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        int k = (t + 1) * 2 * d - 1;
        if (k < BLOCK) {
            int l = s[k - d];
            s[k - d] = s[k];
            s[k] += l;
        }
    }
    __syncthreads();
    return total;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int id = blockIdx.x * blockDim.x + t;
    int own = id < n ? x[id] : 0;

    s[t] = own;
    int total = sweep(s);
    if (id < n)
        y[id] = s[t] + own;
    if (t == 0)
        sums[blockIdx.x] = total;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;

    s[t] = t < blocks ? sums[t] : 0;
    sweep(s);
    // exclusive here, so that add_sums just takes the one of its block
    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < n)
        y[id] += sums[blockIdx.x];
}
