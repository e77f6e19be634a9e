// Every block scans with two buffers that change places after each step.
__device__ int block_scan(int value) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int in = 0;
    buf[in][t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int out = 1 - in;
        if (t >= d)
            buf[out][t] = buf[in][t] + buf[in][t - d];
        __syncthreads();
        in = out;
    }
    return buf[in][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int s = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = s;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = s;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int s = block_scan(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = s;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
