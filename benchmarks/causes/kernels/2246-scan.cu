#define SWAP(p, q) { int *keep_ = p; p = q; q = keep_; }

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int one[BLOCK], two[BLOCK];
    int *now = one, *next = two;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    now[t] = (i < n) ? x[i] : 0;
    __syncthreads();
    for (int off = 1; off < BLOCK; off <<= 1) {
        next[t] = now[t];
        if (t >= off) next[t] += now[t - off];
        __syncthreads();
        SWAP(now, next)
    }
    if (i < n) y[i] = now[t];
    if (t == 0) sums[blockIdx.x] = now[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int one[BLOCK], two[BLOCK];
    int *now = one, *next = two;
    int t = threadIdx.x;
    now[t] = (t < blocks) ? sums[t] : 0;
    __syncthreads();
    for (int off = 1; off < BLOCK; off <<= 1) {
        next[t] = now[t];
        if (t >= off) next[t] += now[t - off];
        __syncthreads();
        SWAP(now, next)
    }
    if (t < blocks) sums[t] = now[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int b = blockIdx.x;
    int i = b * BLOCK + threadIdx.x;
    if (b == 0) return;
    int carry = sums[b];
    if (i < n) y[i] = y[i] + carry;
}
