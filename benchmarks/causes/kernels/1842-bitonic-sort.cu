#include <climits>

// one comparison inside the block's tile
__device__ void compareSwap(int *v, int first, int second) {
    int a = v[first];
    int b = v[second];
    if (a > b) {
        v[first] = b;
        v[second] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    const int t = threadIdx.x;
    const int start = blockIdx.x * 2 * BLOCK;

    int i0 = start + t;
    int i1 = start + t + BLOCK;
    tile[t] = i0 < n ? x[i0] : 0;
    tile[t + BLOCK] = i1 < n ? x[i1] : 0;
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        for (int j = k / 2; j >= 1; j /= 2) {
            int base = (t / j) * 2 * j;
            int q = t % j;
            if (k == 2 * j)
                compareSwap(tile, base + j - 1 - q, base + j + q);
            else
                compareSwap(tile, base + q, base + q + j);
            __syncthreads();
        }
    }

    if (i0 < n) x[i0] = tile[t];
    if (i1 < n) x[i1] = tile[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    const int t = threadIdx.x;
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int base = (p / j) * 2 * j;
        int q = p % j;
        int lo = (k == 2 * j) ? base + j - 1 - q : base + q;
        int hi = (k == 2 * j) ? base + j + q : base + q + j;
        if (hi < n)
            compareSwap(x, lo, hi);
        return;
    }

    __shared__ int tile[2 * BLOCK];
    int i0 = blockIdx.x * 2 * BLOCK + t;
    int i1 = i0 + BLOCK;
    tile[t] = i0 < n ? x[i0] : INT_MAX;
    tile[t + BLOCK] = i1 < n ? x[i1] : INT_MAX;
    __syncthreads();
    for (int s = j; s >= 1; s /= 2) {
        int pos = (t / s) * 2 * s + t % s;
        compareSwap(tile, pos, pos + s);
        __syncthreads();
    }
    if (i0 < n) x[i0] = tile[t];
    if (i1 < n) x[i1] = tile[t + BLOCK];
}
