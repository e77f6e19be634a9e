#define SWAP_IF_LARGER(v, l, h)       \
    if (v[l] > v[h]) {                \
        const int keep = v[l];        \
        v[l] = v[h];                  \
        v[h] = keep;                  \
    }

// one block's elements; nothing is kept behind the last one
__device__ int load_tile(const int *x, int *tile, int n) {
    const int start = 2 * BLOCK * blockIdx.x;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (start + e < n)
            tile[e] = x[start + e];
    return min(2 * BLOCK, n - start);
}

__device__ void store_tile(int *x, const int *tile, int count) {
    for (int e = threadIdx.x; e < count; e += BLOCK)
        x[2 * BLOCK * blockIdx.x + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    const int count = load_tile(x, tile, n);
    __syncthreads();

    const int p = threadIdx.x;
    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            const int q = p & (j - 1);
            int lo = 2 * (p - q) + q;
            int hi = lo + j;
            if (k == 2 * j) {
                lo = 2 * (p - q) + j - 1 - q;
                hi = 2 * (p - q) + j + q;
            }
            if (hi < count) {
                SWAP_IF_LARGER(tile, lo, hi)
            }
            __syncthreads();
        }
    }
    store_tile(x, tile, count);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        const int p = BLOCK * blockIdx.x + threadIdx.x;
        const int q = p & (j - 1);
        const int middle = 2 * (p - q) + j;
        const int lo = k == 2 * j ? middle - 1 - q : middle - j + q;
        const int hi = middle + q;
        if (lo < n) {
            const int first = x[lo];
            const int second = x[hi];
            x[lo] = min(first, second);
            x[hi] = max(first, second);
        }
    } else {
        __shared__ int tile[2 * BLOCK];
        const int count = load_tile(x, tile, n);
        const int p = threadIdx.x;
        for (int step = BLOCK; step > 0; step >>= 1) {
            __syncthreads();
            const int q = p & (step - 1);
            const int lo = 2 * (p - q) + q;
            if (lo + step < count) {
                SWAP_IF_LARGER(tile, lo, lo + step)
            }
        }
        __syncthreads();
        store_tile(x, tile, count);
    }
}
