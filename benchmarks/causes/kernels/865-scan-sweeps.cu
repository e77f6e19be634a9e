#define LAST (BLOCK - 1)

// work efficient scan: up the tree, down the tree. Leaves the exclusive scan in a.
__device__ void tree_scan(int *a, int *total)
{
    int t = threadIdx.x;

    for (int s = 1; s < BLOCK; s <<= 1) {
        __syncthreads();
        int k = (t + 1) * 2 * s - 1;
        if (k < BLOCK)
            a[k] += a[k - s];
    }
    __syncthreads();
    if (t == 0) {
        a[LAST] = 0;
        *total = a[LAST];
    }
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        __syncthreads();
        int k = (t + 1) * 2 * s - 1;
        if (k < BLOCK) {
            int left = a[k - s];
            a[k - s] = a[k];
            a[k] += left;
        }
    }
    __syncthreads();
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int a[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int own = 0;
    if (i < n) own = x[i];
    a[t] = own;
    tree_scan(a, sums + blockIdx.x);
    if (i < n) y[i] = a[t] + own;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int a[BLOCK];
    __shared__ int unused;
    int t = threadIdx.x;
    int own = 0;
    if (t < blocks) own = sums[t];
    a[t] = own;
    tree_scan(a, &unused);
    if (t < blocks) sums[t] = a[t] + own;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || blockIdx.x == 0) return;
    y[i] += sums[blockIdx.x - 1];
}
