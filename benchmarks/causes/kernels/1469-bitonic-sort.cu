#include <climits>

__device__ void order(int *v, int lo, int hi) {
    int a = v[lo], b = v[hi];
    if (a > b) {
        v[lo] = b;
        v[hi] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int base = blockIdx.x * 2 * BLOCK;

    s[t] = base + t < n ? x[base + t] : INT_MAX;
    s[t + BLOCK] = base + t + BLOCK < n ? x[base + t + BLOCK] : INT_MAX;

    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            const int q = t % j;
            const int g = t / j * 2 * j;
            if (k == 2 * j)
                order(s, g + j - q, g + j + q);
            else
                order(s, g + q, g + q + j);
        }
    }
    __syncthreads();

    if (base + t < n) x[base + t] = s[t];
    if (base + t + BLOCK < n) x[base + t + BLOCK] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int q = p % j, g = p / j * 2 * j;
        const int lo = k == 2 * j ? g + j - 1 - q : g + q;
        const int hi = g + j + q;
        if (hi < n) order(x, lo, hi);
        return;
    }

    const int base = blockIdx.x * 2 * BLOCK;
    s[t] = base + t < n ? x[base + t] : INT_MAX;
    s[t + BLOCK] = base + t + BLOCK < n ? x[base + t + BLOCK] : INT_MAX;
    for (; j > 0; j /= 2) {
        __syncthreads();
        const int q = t % j;
        const int g = t / j * 2 * j;
        order(s, g + q, g + q + j);
    }
    __syncthreads();
    if (base + t < n) x[base + t] = s[t];
    if (base + t + BLOCK < n) x[base + t + BLOCK] = s[t + BLOCK];
}
