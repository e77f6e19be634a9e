#include <climits>

__device__ int low_index(int p, int j, bool mirrored) {
    int base = p / j * (2 * j);
    int q = p % j;
    return mirrored ? base + j - 1 - q : base + q;
}

__device__ int high_index(int p, int j, bool mirrored) {
    int base = p / j * (2 * j);
    int q = p % j;
    return base + j + q;
}

// one step inside of the tile
__device__ void tile_step(int *tile, int j, bool mirrored) {
    int lo = low_index(threadIdx.x, j, mirrored);
    int hi = high_index(threadIdx.x, j, mirrored);
    int a = tile[lo], b = tile[hi];
    if (a > b) {
        tile[lo] = b;
        tile[hi] = a;
    }
    __syncthreads();
}

__device__ void load_tile(int *tile, const int *x, int n) {
    int at = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        tile[e] = at + e < n ? x[at + e] : INT_MAX;
    __syncthreads();
}

__device__ void store_tile(const int *tile, int *x, int n) {
    int at = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (at + e < n)
            x[at + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    load_tile(tile, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2)
            tile_step(tile, j, k == 2 * j);
    store_tile(tile, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];

    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + threadIdx.x;
        int lo = low_index(p, j, k == 2 * j);
        int hi = high_index(p, j, k == 2 * j);
        if (lo < n) {
            int a = x[lo], b = x[hi];
            if (a > b) {
                x[lo] = b;
                x[hi] = a;
            }
        }
        return;
    }

    load_tile(tile, x, n);
    for (int s = j; s >= 1; s /= 2)
        tile_step(tile, s, false);
    store_tile(tile, x, n);
}
