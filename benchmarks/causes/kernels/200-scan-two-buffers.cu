extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;
    int in = 0, out = 1;

    buf[in][tid] = (gid < n) ? x[gid] : 0;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        if (tid >= offset)
            buf[out][tid] = buf[in][tid] + buf[in][tid - offset];
        __syncthreads();
        in = out;
        out = 1 - in;
    }
    if (gid < n)
        y[gid] = buf[in][tid];
    if (tid == BLOCK - 1)
        sums[blockIdx.x] = buf[in][tid];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int tot[2][BLOCK];
    int tid = threadIdx.x;
    int in = 0, out = 1;

    tot[in][tid] = (tid < blocks) ? sums[tid] : 0;
    __syncthreads();
    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        if (tid >= offset)
            tot[out][tid] = tot[in][tid] + tot[in][tid - offset];
        else
            tot[out][tid] = tot[in][tid];
        __syncthreads();
        in = out;
        out = 1 - in;
    }
    if (tid < blocks)
        sums[tid] = tot[in][tid];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0 || gid >= n)
        return;
    y[gid] += sums[blockIdx.x - 1];
}
