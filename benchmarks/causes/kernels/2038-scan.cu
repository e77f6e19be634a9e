// Hillis & Steele with two buffers that change places
__device__ int scanBlock(int value, int *front, int *back) {
    const int t = threadIdx.x;
    front[t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        if (t >= d)
            back[t] = front[t] + front[t - d];
        __syncthreads();
        int *swap = front;
        front = back;
        back = swap;
    }
    return front[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int one[BLOCK];
    __shared__ int two[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    const int upto = scanBlock(i < n ? x[i] : 0, one, two);

    if (i < n)
        y[i] = upto;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = upto;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int one[BLOCK];
    __shared__ int two[BLOCK];
    const int b = threadIdx.x;

    const int upto = scanBlock(b < blocks ? sums[b] : 0, one, two);

    if (b < blocks)
        sums[b] = upto;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
