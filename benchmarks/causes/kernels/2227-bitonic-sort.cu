// Bitonic sort. pair_of() knows the geometry, order() does the exchange.

struct Pair {
    int lo, hi;
};

__device__ Pair pair_of(int p, int k, int j) {
    int base = p / j * 2 * j;
    int q = p % j;
    Pair r;
    if (k == j) {
        r.lo = base + j - 1 - q;
        r.hi = base + j + q;
    } else {
        r.lo = base + q;
        r.hi = base + q + j;
    }
    return r;
}

__device__ void order(int *v, Pair r) {
    int a = v[r.lo], b = v[r.hi];
    if (a > b) {
        v[r.lo] = b;
        v[r.hi] = a;
    }
}

__device__ void fetch(int *tile, const int *x, int first, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        tile[e] = first + e < n ? x[first + e] : 0x7fffffff;
    __syncthreads();
}

__device__ void put(const int *tile, int *x, int first, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (first + e < n)
            x[first + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int first = 2 * BLOCK * blockIdx.x;
    fetch(tile, x, first, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2) {
            order(tile, pair_of(threadIdx.x, k, j));
            __syncthreads();
        }
    put(tile, x, first, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        Pair r = pair_of(blockIdx.x * BLOCK + threadIdx.x, k, j);
        if (r.hi < n)
            order(x, r);
        return;
    }
    __shared__ int tile[2 * BLOCK];
    int first = 2 * BLOCK * blockIdx.x;
    fetch(tile, x, first, n);
    for (; j >= 1; j /= 2) {
        order(tile, pair_of(threadIdx.x, k, j));
        __syncthreads();
    }
    put(tile, x, first, n);
}
