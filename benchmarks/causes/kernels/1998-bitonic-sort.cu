#include <climits>

__device__ inline void order(int &a, int &b) {
    if (b < a) {
        int keep = a;
        a = b;
        b = keep;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int i0 = 2 * BLOCK * blockIdx.x + t, i1 = i0 + BLOCK;

    s[t] = i0 < n ? x[i0] : INT_MAX;
    s[t + BLOCK] = i1 < n ? x[i1] : INT_MAX;

    for (int k = 2; k <= 2 * BLOCK; k <<= 1)
        for (int j = k >> 1; j; j >>= 1) {
            __syncthreads();
            int q = t & (j - 1);
            int g = 2 * (t - q);
            order(s[j == k >> 1 ? g + j - 1 - q : g + q], s[g + j + q]);
        }
    __syncthreads();

    if (i0 < n) x[i0] = s[t];
    if (i1 < n) x[i1] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int p = BLOCK * blockIdx.x + t;
    const int q = p & (j - 1);
    const int g = 2 * (p - q);
    const int low = k == 2 * j ? g + j - 1 - q : g + q;
    const int high = g + j + q;

    if (high >= n)
        return;
    if (j > BLOCK) {
        order(x[low], x[high]);
        return;
    }

    // here low and high are t and t + BLOCK of the tile
    s[t] = low < n ? x[low] : INT_MAX;
    s[t + BLOCK] = high < n ? x[high] : INT_MAX;
    for (int d = j; d; d >>= 1) {
        __syncthreads();
        int r = t & (d - 1);
        order(s[2 * t - r], s[2 * t - r + d]);
    }
    __syncthreads();
    if (low < n) x[low] = s[t];
    if (high < n) x[high] = s[t + BLOCK];
}
