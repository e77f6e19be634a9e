#define BIG 0x7fffffff
#define TILE_SIZE (2 * BLOCK)

struct Pair { int a, b; };

__device__ __forceinline__ Pair pairOf(int p, int k, int j) {
    int q = p % j, g = (p / j) * (2 * j);
    Pair r;
    if (k == j) { r.a = g + j - 1 - q; r.b = g + j + q; }
    else            { r.a = g + q;         r.b = g + q + j; }
    return r;
}

__device__ void load(int *s, const int *x, int n) {
    int base = blockIdx.x * TILE_SIZE;
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK)
        s[e] = (base + e < n) ? x[base + e] : BIG;
    __syncthreads();
}

__device__ void store(const int *s, int *x, int n) {
    int base = blockIdx.x * TILE_SIZE;
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK)
        if (base + e < n) x[base + e] = s[e];
}

__device__ void steps(int *s, int k, int from) {
    for (int j = from; j > 0; j >>= 1) {
        Pair p = pairOf(threadIdx.x, k, j);
        int u = s[p.a], v = s[p.b];
        if (u > v) { s[p.a] = v; s[p.b] = u; }
        __syncthreads();
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[TILE_SIZE];
    load(s, x, n);
    for (int k = 2; k <= TILE_SIZE; k <<= 1)
        steps(s, k, k >> 1);
    store(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[TILE_SIZE];
    if (j == BLOCK) {
        load(s, x, n);
        steps(s, k, j);
        store(s, x, n);
    } else {
        Pair p = pairOf(blockIdx.x * BLOCK + threadIdx.x, k, j);
        if (p.a < n) {
            int u = x[p.a], v = x[p.b];
            if (u > v) { x[p.a] = v; x[p.b] = u; }
        }
    }
}
