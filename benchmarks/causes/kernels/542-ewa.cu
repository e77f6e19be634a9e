// kazdy blok liczy swoja czesc

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n)
        s[t] = x[i];
    else
        s[t] = 0;
    __syncthreads();

    for (int d = 1; d < BLOCK; d = d * 2) {
        int v = 0;
        if (t >= d)
            v = s[t - d];
        __syncthreads();
        s[t] = s[t] + v;
        __syncthreads();
    }

    if (i < n)
        y[i] = s[t];
    // ostatni zapisuje sume bloku
    if (i == n - 1)
        sums[blockIdx.x] = s[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;

    s[t] = t < blocks ? sums[t] : 0;
    __syncthreads();

    for (int d = 1; d < blocks; d = d * 2) {
        int v = 0;
        if (t >= d)
            v = s[t - d];
        __syncthreads();
        s[t] = s[t] + v;
        __syncthreads();
    }

    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x != 0)
        y[i] += sums[blockIdx.x - 1];
}
