// Hillis-Steele with two buffers; gives back this thread's prefix
__device__ int prefix(int value) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int *in = buf[0], *out = buf[1];
    in[t] = value;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        if (t >= d)
            out[t] = in[t] + in[t - d];
        __syncthreads();
        int *tmp = in;
        in = out;
        out = tmp;
    }
    return in[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int p = prefix(i < n ? x[i] : 0);
    if (i < n) y[i] = p;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = p;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int p = prefix(t < blocks ? sums[t] : 0);
    if (t < blocks) sums[t] = p;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
