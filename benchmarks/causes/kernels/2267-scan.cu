__device__ void hillis_steele(int *s, int t) {
    for (int dist = 1; dist < BLOCK; dist = dist * 2) {
        int partner = 0;
        if (t - dist >= 0) {
            partner = s[t - dist];
        }
        s[t] = s[t] + partner;
        __syncthreads();
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    int pos = blockIdx.x * BLOCK + t;

    s[t] = 0;
    if (pos < n) {
        s[t] = x[pos];
    }
    __syncthreads();

    hillis_steele(s, t);

    if (pos < n) {
        y[pos] = s[t];
    }
    if (t == 0) {
        sums[blockIdx.x] = s[BLOCK - 1];
    }
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x;

    s[t] = 0;
    if (t < blocks) {
        s[t] = sums[t];
    }
    __syncthreads();

    hillis_steele(s, t);

    if (t < blocks) {
        sums[t] = s[t];
    }
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int pos = blockIdx.x * BLOCK + threadIdx.x;
    int offset = 0;
    if (blockIdx.x > 0) {
        offset = sums[blockIdx.x - 1];
    }
    if (pos < n) {
        y[pos] += offset;
    }
}
