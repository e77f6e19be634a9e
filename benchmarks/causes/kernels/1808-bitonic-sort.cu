#define TILE_SIZE (2 * BLOCK)
#define BIGGEST 0xffffffff

__device__ __forceinline__ void order(int &lo, int &hi) {
    if (lo > hi) {
        int keep = lo;
        lo = hi;
        hi = keep;
    }
}

__device__ void load_tile(int *s, const int *x, int n) {
    int start = blockIdx.x * TILE_SIZE;
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK)
        s[e] = start + e < n ? x[start + e] : BIGGEST;
    __syncthreads();
}

__device__ void store_tile(const int *s, int *x, int n) {
    int start = blockIdx.x * TILE_SIZE;
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK)
        if (start + e < n)
            x[start + e] = s[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[TILE_SIZE];
    load_tile(s, x, n);
    for (int k = 2; k <= TILE_SIZE; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int q = threadIdx.x % j, g = threadIdx.x / j * 2 * j;
            if (k == 2 * j)
                order(s[g + j - 1 - q], s[g + j + q]);
            else
                order(s[g + q], s[g + q + j]);
            __syncthreads();
        }
    store_tile(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[TILE_SIZE];
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + threadIdx.x;
        int q = p % j, g = p / j * 2 * j;
        int lo = k == 2 * j ? g + j - 1 - q : g + q;
        int hi = g + j + q;
        if (hi < n)
            order(x[lo], x[hi]);
        return;
    }
    load_tile(s, x, n);
    for (; j > 0; j /= 2) {
        int q = threadIdx.x % j, g = threadIdx.x / j * 2 * j;
        order(s[g + q], s[g + q + j]);
        __syncthreads();
    }
    store_tile(s, x, n);
}
