extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n)
        s[t] = x[i];
    else
        s[t] = 0;
    __syncthreads();

    for (int d = 1; d < BLOCK; d *= 2) {
        int before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }

    if (i < n)
        y[i] = s[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = s[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;

    if (t < blocks)
        s[t] = sums[t];
    else
        s[t] = 0;
    __syncthreads();

    for (int dist = 1; dist < BLOCK; dist *= 2) {
        int earlier = t >= dist ? s[t - dist] : 0;
        s[t] = s[t] + earlier;
        __syncthreads();
    }

    if (t < blocks)
        sums[t] = s[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n || blockIdx.x == 0)
        return;
    y[i] += sums[blockIdx.x - 1];
}
