#include <climits>

__device__ inline void order(int &a, int &b) {
    if (a > b) { int h = a; a = b; b = h; }
}

// Ein Schritt im gemeinsamen Speicher, Paar p
__device__ void schritt(int *s, int p, int k, int j) {
    int anfang = (p / j) * 2 * j;
    int q = p % j;
    if (k == 2 * j)
        order(s[anfang + j - 1 - q], s[anfang + j + q]);
    else
        order(s[anfang + q], s[anfang + q + j]);
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;
    int basis = blockIdx.x * 2 * BLOCK;

    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        s[e] = basis + e < n ? x[basis + e] : 0;
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2) {
            schritt(s, t, k, j);
            __syncthreads();
        }

    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        if (basis + e < n) x[basis + e] = s[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    int t = threadIdx.x;
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int anfang = (p / j) * 2 * j, q = p % j;
        int a = k == 2 * j ? anfang + j - 1 - q : anfang + q;
        int b = anfang + q + j;
        if (b < n) order(x[a], x[b]);
        return;
    }
    __shared__ int s[2 * BLOCK];
    int basis = blockIdx.x * 2 * BLOCK;
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        s[e] = basis + e < n ? x[basis + e] : INT_MAX;
    __syncthreads();
    for (; j >= 1; j /= 2) {
        schritt(s, t, k, j);
        __syncthreads();
    }
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        if (basis + e < n) x[basis + e] = s[e];
}
