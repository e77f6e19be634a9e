// Work-efficient scan (up-sweep, down-sweep) of BLOCK elements: a becomes the exclusive scan
__device__ void exclusive(int *a, int *total)
{
    const int t = threadIdx.x;
    int off = 1;
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            int l = off * (2 * t + 1) - 1;
            int r = off * (2 * t + 2) - 1;
            a[r] += a[l];
        }
        off *= 2;
    }
    __syncthreads();
    if (t == 0) {
        a[BLOCK - 1] = 0;
        if (total != nullptr)
            *total = a[BLOCK - 1];
    }
    for (int d = 1; d < BLOCK; d *= 2) {
        off /= 2;
        __syncthreads();
        if (t < d) {
            int l = off * (2 * t + 1) - 1;
            int r = off * (2 * t + 2) - 1;
            int old = a[l];
            a[l] = a[r];
            a[r] += old;
        }
    }
    __syncthreads();
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int a[BLOCK];
    int gid = threadIdx.x + blockIdx.x * blockDim.x;
    int own = 0;
    if (gid < n)
        own = x[gid];
    a[threadIdx.x] = own;
    exclusive(a, &sums[blockIdx.x]);
    if (gid < n)
        y[gid] = a[threadIdx.x] + own;
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int a[BLOCK];
    int own = threadIdx.x < blocks ? sums[threadIdx.x] : 0;
    a[threadIdx.x] = own;
    exclusive(a, nullptr);
    if (threadIdx.x < blocks)
        sums[threadIdx.x] = a[threadIdx.x] + own;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int gid = threadIdx.x + blockIdx.x * blockDim.x;
    if (gid >= n || blockIdx.x == 0)
        return;
    int before = sums[blockIdx.x - 1];
    y[gid] = y[gid] + before;
}
