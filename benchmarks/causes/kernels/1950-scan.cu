// doubling steps between two buffers; returns the buffer with the result
__device__ int *doubling(int *src, int *dst, int t) {
    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d) dst[t] = src[t] + src[t - d];
        __syncthreads();
        int *h = src;
        src = dst;
        dst = h;
    }
    return src;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int one[BLOCK], two[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    one[t] = i < n ? x[i] : 0;
    __syncthreads();
    int *r = doubling(one, two, t);

    if (i < n)
        y[i] = r[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = r[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int one[BLOCK], two[BLOCK];
    int t = threadIdx.x;

    one[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    int *r = doubling(one, two, t);

    if (t < blocks)
        sums[t] = r[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
