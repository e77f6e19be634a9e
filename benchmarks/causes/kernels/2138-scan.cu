// Hillis-Steele with two buffers that change roles after every step.

__device__ int scanned(int value) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    int now = 0;

    buf[0][t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int next = 1 - now;
        if (t >= d)
            buf[next][t] = buf[now][t] + buf[now][t - d];
        __syncthreads();
        now = next;
    }
    return buf[now][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int s = scanned(i < n ? x[i] : 0);
    if (i < n)
        y[i] = s;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = s;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;
    int s = scanned(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = s;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
