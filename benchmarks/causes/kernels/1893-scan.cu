// Doubling steps on s[0 .. BLOCK-1], by all threads of the block.
static __device__ void scan_in_place(int *s)
{
    const int tid = threadIdx.x;
    __syncthreads();
    for (int dist = 1; dist < BLOCK; dist *= 2) {
        int left = 0;
        if (tid >= dist)
            left = s[tid - dist];
        s[tid] += left;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;

    s[threadIdx.x] = (idx < n) ? x[idx] : 0;
    scan_in_place(s);

    if (idx < n)
        y[idx] = s[threadIdx.x];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    const int tid = threadIdx.x;

    s[tid] = (tid < blocks) ? sums[tid] : 0;
    scan_in_place(s);
    if (tid < blocks)
        sums[tid] = s[tid];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && idx < n)
        y[idx] += sums[blockIdx.x - 1];
}
