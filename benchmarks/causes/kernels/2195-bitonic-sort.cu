#include <climits>

__device__ inline void order(int &low, int &high) {
    if (low > high) {
        int old = low;
        low = high;
        high = old;
    }
}

__device__ void load_tile(int *tile, const int *x, int base, int n) {
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        tile[i] = base + i < n ? x[base + i] : INT_MAX;
    __syncthreads();
}

__device__ void store_tile(const int *tile, int *x, int base, int n) {
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        if (base + i < n)
            x[base + i] = tile[i];
}

// where pair number p has its two elements
__device__ void find_pair(int p, int k, int j, int &lo, int &hi) {
    int q = p % j;
    int group = p / j * 2 * j;
    lo = group + (k == 2 * j ? j - 1 - q : q);
    hi = group + j + q;
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int base = blockIdx.x * 2 * BLOCK;
    load_tile(tile, x, base, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int lo, hi;
            find_pair(threadIdx.x, k, j, lo, hi);
            order(tile[lo], tile[hi]);
            __syncthreads();
        }
    store_tile(tile, x, base, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    int lo, hi;
    if (j > BLOCK) {
        find_pair(blockIdx.x * BLOCK + threadIdx.x, k, j, lo, hi);
        if (lo < n)
            order(x[lo], x[hi]);
        return;
    }
    int base = blockIdx.x * 2 * BLOCK;
    load_tile(tile, x, base, n);
    for (; j > 0; j /= 2) {
        find_pair(threadIdx.x, k, j, lo, hi);
        order(tile[lo], tile[hi]);
        __syncthreads();
    }
    store_tile(tile, x, base, n);
}
