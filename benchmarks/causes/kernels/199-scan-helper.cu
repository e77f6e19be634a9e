// inclusive scan of BLOCK numbers in shared memory, by all threads of the block
__device__ void scanShared(int *v) {
    int tid = threadIdx.x;
    for (int stride = 1; stride < BLOCK; stride <<= 1) {
        int left = tid >= stride ? v[tid - stride] : 0;
        __syncthreads();
        v[tid] += left;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int v[BLOCK];
    int tid = threadIdx.x;
    int gid = blockIdx.x * BLOCK + tid;

    v[tid] = gid < n ? x[gid] : 0;
    __syncthreads();
    scanShared(v);
    if (gid < n)
        y[gid] = v[tid];
    if (tid == 0)
        sums[blockIdx.x] = v[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int v[BLOCK];
    int tid = threadIdx.x;

    v[tid] = tid < blocks ? sums[tid] : 0;
    __syncthreads();
    scanShared(v);
    if (tid < blocks)
        sums[tid] = v[tid];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int gid = blockIdx.x * BLOCK + threadIdx.x;
    int before = sums[blockIdx.x];
    if (gid < n)
        y[gid] += before;
}
