// Both arrays have BLOCK elements. Returns the one with the result.
__device__ int *inclusive(int *from, int *to)
{
    const int t = threadIdx.x;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            to[t] = from[t] + from[t - d];
        __syncthreads();
        int *other = from;
        from = to;
        to = other;
    }
    return from;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    __shared__ int first[BLOCK], second[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    first[t] = i < n ? x[i] : 0;
    int *done = inclusive(first, second);

    if (i < n)
        y[i] = done[t];
    if (t == 0)
        sums[blockIdx.x] = done[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    __shared__ int first[BLOCK], second[BLOCK];
    const int t = threadIdx.x;

    first[t] = t < blocks ? sums[t] : 0;
    int *done = inclusive(first, second);

    if (t < blocks)
        sums[t] = done[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
