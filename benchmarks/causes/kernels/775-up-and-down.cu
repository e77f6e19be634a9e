__shared__ int s[BLOCK];

// up the tree, then down again; afterwards s[i] is the sum of the first i + 1 elements
__device__ void tree_scan()
{
    unsigned t = threadIdx.x;

    for (unsigned d = 1; d < BLOCK; d <<= 1) {
        unsigned right = (t + 1) * 2 * d - 1;
        if (right < BLOCK)
            s[right] += s[right - d];
        __syncthreads();
    }
    for (unsigned d = BLOCK / 4; d > 1; d >>= 1) {
        unsigned left = (t + 1) * 2 * d - 1;
        if (left + d < BLOCK)
            s[left + d] += s[left];
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    unsigned t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    s[t] = (i < n) ? x[i] : 0;
    __syncthreads();
    tree_scan();

    if (i < n)
        y[i] = s[t];
    if (t == 0)
        sums[blockIdx.x] = s[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    int t = threadIdx.x;

    s[t] = (t < blocks) ? sums[t] : 0;
    __syncthreads();
    tree_scan();

    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];

    if (i < n)
        y[i] += before;
}
