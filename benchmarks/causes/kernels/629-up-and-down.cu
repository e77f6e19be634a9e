#define TID ((int)threadIdx.x)
#define GID ((int)(blockIdx.x * BLOCK + threadIdx.x))

// exclusive scan of BLOCK numbers, up the tree and down again
static __device__ void tree_scan(int a[BLOCK])
{
    int gap, right;

    for (gap = 1; gap < BLOCK; gap <<= 1) {
        __syncthreads();
        right = 2 * gap * (TID + 1) - 1;
        if (right < BLOCK)
            a[right] += a[right - gap];
    }

    __syncthreads();
    if (TID == 0)
        a[BLOCK - 1] = 0;

    for (gap = BLOCK >> 1; gap; gap >>= 1) {
        __syncthreads();
        right = 2 * gap * (TID + 1) - 1;
        if (right < BLOCK) {
            int was = a[right - gap];
            a[right - gap] = a[right];
            a[right] += was;
        }
    }
    __syncthreads();
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int a[BLOCK];
    int own = 0;
    if (GID < n)
        own = x[GID];
    a[TID] = own;
    tree_scan(a);
    if (GID < n)
        y[GID] = a[TID] + own;
    if (TID == BLOCK - 1)
        sums[blockIdx.x] = a[TID];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int a[BLOCK];
    int own = 0;
    if (TID < blocks)
        own = sums[TID];
    a[TID] = own;
    tree_scan(a);
    if (TID < blocks)
        sums[TID] = a[TID] + own;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    if (blockIdx.x == 0 || GID >= n)
        return;
    y[GID] += sums[blockIdx.x - 1];
}
