#include <limits.h>

__device__ void places(int p, int k, int j, int &a, int &b) {
    int g = p / j * (2 * j);
    int q = p % j;
    if (k == 2 * j) {
        a = g + j - 1 - q;
        b = g + j + q;
    } else {
        a = g + q;
        b = g + q + j;
    }
}

__device__ void order(int *s, int a, int b) {
    int u = s[a], v = s[b];
    if (u > v) {
        s[a] = v;
        s[b] = u;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int base = blockIdx.x * 2 * BLOCK;
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        tile[i] = base + i < n ? x[base + i] : 0;
    __syncthreads();

    int a, b;
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            places(threadIdx.x, k, j, a, b);
            order(tile, a, b);
            __syncthreads();
        }

    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        if (base + i < n)
            x[base + i] = tile[i];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    int a, b;
    if (j > BLOCK) {
        places(blockIdx.x * BLOCK + threadIdx.x, k, j, a, b);
        if (b < n)
            order(x, a, b);
        return;
    }

    int base = blockIdx.x * 2 * BLOCK;
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        tile[i] = base + i < n ? x[base + i] : INT_MAX;
    __syncthreads();
    while (j > 1) {
        places(threadIdx.x, k, j, a, b);
        order(tile, a, b);
        __syncthreads();
        j /= 2;
    }
    for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
        if (base + i < n)
            x[base + i] = tile[i];
}
