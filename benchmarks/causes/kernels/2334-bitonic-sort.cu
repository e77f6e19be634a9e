#include <climits>

static __device__ void order(int &a, int &b) {
    if (a > b) { const int t = a; a = b; b = t; }
}

// places of pair p in step (k, j)
static __device__ void places(int p, int k, int j, int &first, int &second) {
    const int base = p / j * 2 * j, q = p % j;
    if (k == 2 * j) {
        first = base + j - 1 - q;
        second = base + j + q;
    } else {
        first = base + q;
        second = first + j;
    }
}

static __device__ void step(int *tile, int k, int j) {
    int f, s;
    places(threadIdx.x, k, j, f, s);
    order(tile[f], tile[s]);
    __syncthreads();
}

static __device__ void bring(int *tile, const int *x, int n) {
    for (int h = threadIdx.x; h < 2 * BLOCK; h += BLOCK) {
        const int g = 2 * BLOCK * blockIdx.x + h;
        tile[h] = g < n ? x[g] : INT_MAX;
    }
    __syncthreads();
}

static __device__ void put_back(const int *tile, int *x, int n) {
    for (int h = threadIdx.x; h < 2 * BLOCK; h += BLOCK) {
        const int g = 2 * BLOCK * blockIdx.x + h;
        if (g < n) x[g] = tile[h];
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    bring(tile, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2)
            step(tile, k, j);
    put_back(tile, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        int f, s;
        places(blockIdx.x * BLOCK + threadIdx.x, k, j, f, s);
        if (f < n) order(x[f], x[s]);
        return;
    }
    __shared__ int tile[2 * BLOCK];
    bring(tile, x, n);
    for (; j >= 1; j /= 2)
        step(tile, k, j);
    put_back(tile, x, n);
}
