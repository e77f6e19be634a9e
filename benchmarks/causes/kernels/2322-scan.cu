// Hillis-Steele with two buffers that change places after every step.
__device__ int *hillis_steele(int *src, int *dst, int *&other) {
    const int t = threadIdx.x;
    for (int d = 1; d < BLOCK; d <<= 1) {
        dst[t] = t >= d ? src[t] + src[t - d] : src[t];
        __syncthreads();
        int *tmp = src;
        src = dst;
        dst = tmp;
    }
    other = dst;
    return src;
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int ping[BLOCK];
    __shared__ int pong[BLOCK];
    const int t = threadIdx.x;
    const int g = blockIdx.x * BLOCK + t;

    ping[t] = g < n ? x[g] : 0;
    __syncthreads();

    int *spare;
    int *done = hillis_steele(ping, pong, spare);

    if (g < n)
        y[g] = done[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = spare[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int ping[BLOCK];
    __shared__ int pong[BLOCK];
    const int t = threadIdx.x;

    ping[t] = t < blocks ? sums[t] : 0;
    __syncthreads();

    int *spare;
    int *done = hillis_steele(ping, pong, spare);

    if (t < blocks)
        sums[t] = done[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int g = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && g < n)
        y[g] += sums[blockIdx.x - 1];
}
