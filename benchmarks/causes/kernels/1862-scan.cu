// Hillis-Steele with two buffers; returns the thread's inclusive sum
__device__ int blockScan(int (*buf)[BLOCK], int value) {
    const int t = threadIdx.x;
    int in = 0;
    buf[in][t] = value;
    __syncthreads();
    for (int reach = 1; reach < BLOCK; reach += reach) {
        const int out = 1 - in;
        if (t >= reach)
            buf[out][t] = buf[in][t] + buf[in][t - reach];
        in = out;
        __syncthreads();
    }
    return buf[in][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n) v = x[i];
    v = blockScan(buf, v);
    if (i < n) y[i] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    const int t = threadIdx.x;
    const int total = blockScan(buf, t < blocks ? sums[t] : 0);
    if (t < blocks) sums[t] = total;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int b = blockIdx.x;
    if (b == 0) return;
    const int i = b * blockDim.x + threadIdx.x;
    if (i < n) y[i] = y[i] + sums[b];
}
