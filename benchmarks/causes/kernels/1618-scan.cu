// inclusive scan of one value per thread, two buffers in turn
template <int SIZE>
__device__ int block_scan(int value) {
    __shared__ int bufs[2][SIZE];
    int in = 0;
    bufs[0][threadIdx.x] = value;
    __syncthreads();
    for (int dist = 1; dist < SIZE; dist <<= 1) {
        if ((int)threadIdx.x >= dist)
            value += bufs[in][threadIdx.x - dist];
        in = 1 - in;
        bufs[in][threadIdx.x] = value;
        __syncthreads();
    }
    return value;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int result = block_scan<BLOCK>(i < n ? x[i] : 0);
    if (i < n)
        y[i] = result;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = result;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int b = threadIdx.x;
    int result = block_scan<BLOCK>(b < blocks ? sums[b] : 0);
    if (b < blocks)
        sums[b] = result;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int b = blockIdx.x;
    int i = b * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[b - 1];
}
