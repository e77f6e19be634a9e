#include <limits.h>

// Finds the two elements of pair p at distance j, and puts them into order.
__device__ void order_pair(int *v, int p, int k, int j, int end) {
    int group = p / j;
    int q = p % j;
    int a = group * 2 * j + (k == 2 * j ? j - 1 - q : q);
    int b = group * 2 * j + j + q;
    if (b >= end)
        return;
    int va = v[a], vb = v[b];
    if (va > vb) {
        v[a] = vb;
        v[b] = va;
    }
}

__device__ void bring(int *tile, const int *x, int base, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        tile[e] = base + e < n ? x[base + e] : 0;
    __syncthreads();
}

__device__ void put_back(const int *tile, int *x, int base, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (base + e < n)
            x[base + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int base = 2 * BLOCK * blockIdx.x;

    bring(tile, x, base, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            order_pair(tile, threadIdx.x, k, j, 2 * BLOCK);
            __syncthreads();
        }
    put_back(tile, x, base, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];

    if (j > BLOCK) {
        order_pair(x, blockIdx.x * BLOCK + threadIdx.x, k, j, n);
        return;
    }

    int base = 2 * BLOCK * blockIdx.x;
    bring(tile, x, base, n);
    for (; j > 0; j /= 2) {
        order_pair(tile, threadIdx.x, k, j, 2 * BLOCK);
        __syncthreads();
    }
    put_back(tile, x, base, n);
}
