// Inclusive scan with two buffers (Hillis and Steele)
struct Pair {
    int row[2][BLOCK];
};

__device__ int inclusive(Pair &p, int value) {
    const int me = threadIdx.x;
    int from = 0;
    p.row[from][me] = value;
    __syncthreads();
    for (int reach = 1; reach < BLOCK; reach *= 2) {
        const int to = 1 - from;
        p.row[to][me] = me >= reach ? p.row[from][me] + p.row[from][me - reach] : p.row[from][me];
        from = to;
        __syncthreads();
    }
    return p.row[0][me];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ Pair p;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int total = inclusive(p, i < n ? x[i] : 0);
    if (i < n) y[i] = total;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = total;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ Pair p;
    const int b = threadIdx.x;
    const int total = inclusive(p, b < blocks ? sums[b] : 0);
    if (b < blocks) sums[b] = total;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
