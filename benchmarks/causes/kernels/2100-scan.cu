// Inclusive scan with two buffers that change places.

__device__ int block_scan(int v) {
    __shared__ int one[BLOCK], two[BLOCK];
    int *src = one, *dst = two;
    int t = threadIdx.x;

    src[t] = v;
    __syncthreads();

    for (int off = 1; off < BLOCK; off *= 2) {
        if (t >= off)
            dst[t] = src[t] + src[t - off];
        __syncthreads();
        int *swap = src;
        src = dst;
        dst = swap;
    }
    return src[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    int mine = 0;
    if (i < n) mine = x[i];

    int upto = block_scan(mine);

    if (i < n) y[i] = upto;
    if (threadIdx.x == blockDim.x) sums[blockIdx.x] = upto;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int b = threadIdx.x;
    int mine = 0;
    if (b < blocks) mine = sums[b];

    int upto = block_scan(mine);

    if (b < blocks) sums[b] = upto;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (blockIdx.x == 0) return;   // nothing before the first block
    if (i < n) y[i] += sums[blockIdx.x - 1];
}
