#include <climits>

#define SPAN (2 * BLOCK)

__device__ void put_in_order(int *s, int lo, int hi)
{
    int a = s[lo], b = s[hi];
    if (a > b) {
        s[lo] = b;
        s[hi] = a;
    }
}

__device__ void load_tile(int *s, const int *x, int n)
{
    for (int e = threadIdx.x; e < SPAN; e += BLOCK) {
        int g = blockIdx.x * SPAN + e;
        s[e] = g < n ? x[g] : INT_MAX;
    }
    __syncthreads();
}

__device__ void store_tile(const int *s, int *x, int n)
{
    for (int e = threadIdx.x; e < SPAN; e += BLOCK) {
        int g = blockIdx.x * SPAN + e;
        if (g < n)
            x[g] = s[e];
    }
}

// which two elements belong to pair p
__device__ void pair_of(int p, int k, int j, int &lo, int &hi)
{
    int start = p / (2 * j) * 2 * j;
    int q = p % j;
    lo = start + (k == 2 * j ? j - 1 - q : q);
    hi = start + j + q;
}

extern "C" __global__ void sort_tiles(int *x, int n)
{
    __shared__ int s[SPAN];
    int lo, hi;
    load_tile(s, x, n);
    for (int k = 2; k <= SPAN; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2) {
            pair_of(threadIdx.x, k, j, lo, hi);
            put_in_order(s, lo, hi);
            __syncthreads();
        }
    store_tile(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n)
{
    int lo, hi;
    if (j > BLOCK) {
        pair_of(blockIdx.x * BLOCK + threadIdx.x, k, j, lo, hi);
        if (hi < n)
            put_in_order(x, lo, hi);
    } else {
        __shared__ int s[SPAN];
        load_tile(s, x, n);
        for (; j >= 1; j /= 2) {
            pair_of(threadIdx.x, k, j, lo, hi);
            put_in_order(s, lo, hi);
            __syncthreads();
        }
        store_tile(s, x, n);
    }
}
