#include <climits>

static __device__ void exchange(int *v, int a, int b) {
    if (v[a] > v[b]) {
        int h = v[a];
        v[a] = v[b];
        v[b] = h;
    }
}

// one step in the tile
static __device__ void step_in_tile(int *v, bool mirrored, int j) {
    int g = threadIdx.x / j;
    int q = threadIdx.x % j;
    int first = g * 2 * j;
    if (mirrored)
        exchange(v, first + j - 1 - q, first + j + q);
    else
        exchange(v, first + q, first + q + j);
    __syncthreads();
}

static __device__ void load_tile(int *v, const int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        int i = blockIdx.x * 2 * BLOCK + e;
        v[e] = i < n ? x[i] : INT_MAX;
    }
    __syncthreads();
}

static __device__ void store_tile(const int *v, int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        int i = blockIdx.x * 2 * BLOCK + e;
        if (i < n)
            x[i] = v[e];
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int v[2 * BLOCK];
    load_tile(v, x, n);
    for (int k = 2; k < 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2)
            step_in_tile(v, k == 2 * j, j);
    store_tile(v, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int v[2 * BLOCK];
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + threadIdx.x;
        int first = p / j * 2 * j, q = p % j;
        int a = k == 2 * j ? first + j - 1 - q : first + q;
        int b = first + j + q;
        if (b < n)
            exchange(x, a, b);
    } else {
        load_tile(v, x, n);
        for (int d = j; d >= 1; d /= 2)
            step_in_tile(v, false, d);
        store_tile(v, x, n);
    }
}
