const int SPAN = 2 * BLOCK;
const int LARGEST = 0x7fffffff;

struct Pair { int lo, hi; };

__device__ Pair pairOf(int p, int j, bool mirrored) {
    int q = p & (j - 1);
    int start = 2 * (p - q);
    Pair r;
    r.lo = mirrored ? start + j - 1 - q : start + q;
    r.hi = start + j + q;
    return r;
}

__device__ void fetch(int *tile, const int *x, int n) {
    int at = blockIdx.x * SPAN + threadIdx.x;
    tile[threadIdx.x] = at < n ? x[at] : LARGEST;
    tile[threadIdx.x + BLOCK] = at + BLOCK < n ? x[at + BLOCK] : LARGEST;
    __syncthreads();
}

__device__ void store(const int *tile, int *x, int n) {
    int at = blockIdx.x * SPAN + threadIdx.x;
    if (at < n) x[at] = tile[threadIdx.x];
    if (at + BLOCK < n) x[at + BLOCK] = tile[threadIdx.x + BLOCK];
}

__device__ void step(int *tile, int j, bool mirrored) {
    Pair r = pairOf(threadIdx.x, j, mirrored);
    int a = tile[r.lo], b = tile[r.hi];
    tile[r.lo] = min(a, b);
    tile[r.hi] = max(a, b);
    __syncthreads();
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[SPAN];
    fetch(tile, x, n);
    for (int k = 2; k <= SPAN; k <<= 1) {
        step(tile, k >> 1, true);
        for (int j = k >> 2; j > 0; j >>= 1) step(tile, j, false);
    }
    store(tile, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[SPAN];
    if (j == BLOCK) {
        fetch(tile, x, n);
        for (int s = BLOCK; s > 0; s >>= 1) step(tile, s, false);
        store(tile, x, n);
    } else {
        Pair r = pairOf(blockIdx.x * BLOCK + threadIdx.x, j, k == 2 * j);
        if (r.lo < n) {
            int a = x[r.lo], b = x[r.hi];
            if (a > b) {
                x[r.lo] = b;
                x[r.hi] = a;
            }
        }
    }
}
