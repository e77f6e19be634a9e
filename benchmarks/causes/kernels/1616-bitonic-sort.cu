static const int BIGGEST = 0x7fffffff;

// where the two elements of pair p are
__device__ void pair_of(int p, int k, int j, int &a, int &b) {
    int q = p % j;
    int start = p / j * 2 * j;
    b = start + j + q;
    a = (k == 2 * j) ? start + j - 1 - q : start + q;
}

__device__ void shared_step(int *s, int k, int j) {
    int a, b;
    pair_of(threadIdx.x, k, j, a, b);
    int u = s[a], v = s[b];
    if (u > v) {
        s[a] = v;
        s[b] = u;
    }
    __syncthreads();
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    int at = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = at + e < n ? x[at + e] : BIGGEST;
    __syncthreads();
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            shared_step(s, k, j);
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (at + e < n) x[at + e] = s[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    if (j > BLOCK) {
        int a, b;
        pair_of(blockIdx.x * BLOCK + threadIdx.x, k, j, a, b);
        if (a < n) {
            int u = x[a], v = x[b];
            if (u > v) {
                x[a] = v;
                x[b] = u;
            }
        }
        return;
    }
    int at = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = at + e < n ? x[at + e] : BIGGEST;
    __syncthreads();
    for (; j > 0; j /= 2)
        shared_step(s, k, j);
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (at + e < n) x[at + e] = s[e];
}
