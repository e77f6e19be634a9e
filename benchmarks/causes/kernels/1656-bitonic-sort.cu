// exchanges a[lo] and a[hi] if they are in the wrong order
__device__ void order(int *a, int lo, int hi) {
    int u = a[lo], v = a[hi];
    if (u > v) {
        a[lo] = v;
        a[hi] = u;
    }
}

// places of pair p in the step with distance j
__device__ int low(int p, int j, bool mirrored) {
    int group = p / j * 2 * j, q = p % j;
    return mirrored ? group + j - 1 - q : group + q;
}

__device__ int high(int p, int j) {
    return p / j * 2 * j + j + p % j;
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int t = threadIdx.x, first = 2 * BLOCK * blockIdx.x;
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        tile[e] = first + e < n ? x[first + e] : 0x7fffffff;
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            order(tile, low(t, j, k == 2 * j), high(t, j));
        }
    __syncthreads();
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        if (first + e < n) x[first + e] = tile[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    int t = threadIdx.x;
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int lo = low(p, j, k == 2 * j);
        int hi = high(p, j);
        if (lo < n) order(x, lo, hi);
        return;
    }
    int first = 2 * BLOCK * blockIdx.x;
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        tile[e] = first + e < n ? x[first + e] : 0x7fffffff;
    for (; j > 0; j /= 2) {
        __syncthreads();
        order(tile, low(t, j, false), high(t, j));
    }
    __syncthreads();
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        if (first + e < n) x[first + e] = tile[e];
}
