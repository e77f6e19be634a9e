#include <climits>

// place of the first element of pair p in a step with distance j (a power of two)
#define FIRST(p, j) ((((p) & ~((j) - 1)) << 1) | ((p) & ((j) - 1)))

template <typename T> __device__ void exchange(T *v, int lo, int hi) {
    const T a = v[lo];
    const T b = v[hi];
    if (b < a) {
        v[lo] = b;
        v[hi] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int tid = threadIdx.x;
    int a = blockIdx.x * 2 * BLOCK + tid;
    int b = a + BLOCK;

    tile[tid] = a < n ? x[a] : INT_MAX;
    tile[tid + BLOCK] = b < n ? x[b] : INT_MAX;

    for (int k = 2; k < 2 * BLOCK; k <<= 1) {
        for (int j = k >> 1; j >= 1; j >>= 1) {
            __syncthreads();
            int f = FIRST(tid, j);
            exchange(tile, 2 * j == k ? f ^ (j - 1) : f, f + j);
        }
    }
    __syncthreads();

    if (a < n) x[a] = tile[tid];
    if (b < n) x[b] = tile[tid + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    int tid = threadIdx.x;

    if (j != BLOCK) {        // long step
        int lo = FIRST(blockIdx.x * BLOCK + tid, j);
        int hi = lo + j;
        if (2 * j == k) lo ^= j - 1;      // mirrored
        if (lo < n)
            exchange(x, lo, hi);
    } else {                 // short steps
        int a = blockIdx.x * 2 * BLOCK + tid;
        int b = a + BLOCK;
        tile[tid] = a < n ? x[a] : INT_MAX;
        tile[tid + BLOCK] = b < n ? x[b] : INT_MAX;
        for (int step = BLOCK; step >= 1; step >>= 1) {
            __syncthreads();
            int lo = FIRST(tid, step);
            exchange(tile, lo, lo + step);
        }
        __syncthreads();
        if (a < n) x[a] = tile[tid];
        if (b < n) x[b] = tile[tid + BLOCK];
    }
}
