// Priya: double buffer wala scan, har step mein sirf ek barrier
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int in = 0;

    buf[in][t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int out = 1 - in;
        if (t >= d)
            buf[out][t] = buf[in][t] + buf[in][t - d];
        else
            buf[out][t] = buf[in][t];
        __syncthreads();
        in = out;
    }

    if (i < n)
        y[i] = buf[in][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = buf[in][t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int in = 0;

    buf[in][t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int out = 1 - in;
        if (t >= d)
            buf[out][t] = buf[in][t] + buf[in][t - d];
        __syncthreads();
        in = out;
    }

    if (t < blocks)
        sums[t] = buf[in][t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x != 0)
        y[i] += sums[blockIdx.x - 1];
}
