#include <climits>

// pair number p of step (k, j): its two places
__device__ void places(int p, int k, int j, int &lo, int &hi) {
    int start = p / j * 2 * j;
    int q = p % j;
    if (k == 2 * j) {
        lo = start + j - 1 - q;
        hi = start + j + q;
    } else {
        lo = start + q;
        hi = start + q + j;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int base = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        tile[e] = base + e < n ? x[base + e] : INT_MAX;
    __syncthreads();
    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        for (int j = k / 2; j >= 1; j /= 2) {
            int lo, hi;
            places(threadIdx.x, k, j, lo, hi);
            int a = tile[lo], b = tile[hi];
            if (a > b) {
                tile[lo] = b;
                tile[hi] = a;
            }
            __syncthreads();
        }
    }
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (base + e < n) x[base + e] = tile[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    int lo, hi;
    if (j > BLOCK) {
        places(blockIdx.x * BLOCK + threadIdx.x, k, j, lo, hi);
        if (lo < n) {
            int a = x[lo], b = x[hi];
            if (a > b) {
                x[lo] = b;
                x[hi] = a;
            }
        }
        return;
    }
    int base = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        tile[e] = base + e < n ? x[base + e] : INT_MAX;
    __syncthreads();
    for (; j >= 1; j /= 2) {
        places(threadIdx.x, k, j, lo, hi);
        int a = tile[lo], b = tile[hi];
        if (a > b) {
            tile[lo] = b;
            tile[hi] = a;
        }
        __syncthreads();
    }
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (base + e < n) x[base + e] = tile[e];
}
