// double buffer: read from one, write to the other
template <int N>
__device__ int inclusive(int (*buf)[N], int v) {
    int t = threadIdx.x;
    int from = 0;
    buf[0][t] = v;
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d) v += buf[from][t - d];
        buf[1 - from][t] = v;
        from = 1 - from;
        __syncthreads();
    }
    return v;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int two[2][BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = inclusive<BLOCK>(two, v);
    if (i < n) y[i] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int two[2][BLOCK];
    bool has = threadIdx.x < blocks;
    int v = inclusive<BLOCK>(two, has ? sums[threadIdx.x] : 0);
    if (has) sums[threadIdx.x] = v;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0 || i >= n) return;
    y[i] = y[i] + sums[blockIdx.x];
}
