__device__ void pair_up(int p, int k, int j, int *a, int *b) {
    int group = p / j, q = p - group * j;
    int start = group * 2 * j;
    *b = start + j + q;
    *a = (k == 2 * j) ? start + j - 1 - q : start + q;
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int t[2 * BLOCK];
    const int me = threadIdx.x;
    const int g0 = 2 * BLOCK * blockIdx.x + me, g1 = g0 + BLOCK;
    t[me] = g0 < n ? x[g0] : 2147483647;
    t[me + BLOCK] = g1 < n ? x[g1] : 2147483647;

    int a, b;
    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        for (int j = k >> 1; j >= 1; j >>= 1) {
            __syncthreads();
            pair_up(me, k, j, &a, &b);
            int u = t[a], v = t[b];
            if (u > v) {
                t[a] = v;
                t[b] = u;
            }
        }
    }
    __syncthreads();
    if (g0 < n) x[g0] = t[me];
    x[g1] = t[me + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    const int me = threadIdx.x;
    int a, b;
    if (j > BLOCK) {
        pair_up(blockIdx.x * BLOCK + me, k, j, &a, &b);
        if (b < n && x[a] > x[b]) {
            x[a] = x[b];
            x[b] = x[a];
        }
    } else {
        __shared__ int t[2 * BLOCK];
        const int g0 = 2 * BLOCK * blockIdx.x + me, g1 = g0 + BLOCK;
        t[me] = g0 < n ? x[g0] : 2147483647;
        t[me + BLOCK] = g1 < n ? x[g1] : 2147483647;
        for (; j >= 1; j >>= 1) {
            __syncthreads();
            pair_up(me, k, j, &a, &b);
            int u = t[a], v = t[b];
            if (u > v) {
                t[a] = v;
                t[b] = u;
            }
        }
        __syncthreads();
        if (g0 < n) x[g0] = t[me];
        if (g1 < n) x[g1] = t[me + BLOCK];
    }
}
