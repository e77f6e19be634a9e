#include <limits.h>

// positions of pair p in step j; mirrored is the first step of each k
struct Pair { int lo, hi; };

__device__ Pair pairOf(int p, int j, bool mirrored) {
    int start = (p / j) * (2 * j);
    int q = p % j;
    Pair r;
    if (mirrored) {
        r.lo = start + j - q;
        r.hi = start + j + q;
    } else {
        r.lo = start + q;
        r.hi = start + q + j;
    }
    return r;
}

__device__ void cmpSwap(int *v, Pair r) {
    int a = v[r.lo], b = v[r.hi];
    if (b < a) {
        v[r.lo] = b;
        v[r.hi] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    const int off = 2 * BLOCK * blockIdx.x;

    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = off + e < n ? x[off + e] : INT_MAX;
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        for (int j = k >> 1; j >= 1; j >>= 1) {
            cmpSwap(s, pairOf(threadIdx.x, j, k == 2 * j));
            __syncthreads();
        }
    }

    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (off + e < n) x[off + e] = s[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        const int p = threadIdx.x;
        Pair r = pairOf(p, j, k == 2 * j);
        if (r.hi < n) cmpSwap(x, r);
        return;
    }

    __shared__ int s[2 * BLOCK];
    const int off = 2 * BLOCK * blockIdx.x;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = off + e < n ? x[off + e] : INT_MAX;
    __syncthreads();
    for (int d = j; d >= 1; d >>= 1) {
        cmpSwap(s, pairOf(threadIdx.x, d, false));
        __syncthreads();
    }
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (off + e < n) x[off + e] = s[e];
}
