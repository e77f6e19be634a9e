#define NOTHING 0x7fffffff
#define WIDTH (2 * BLOCK)

__device__ void compare(int *tile, int k, int j, int p) {
    int group = p / j, q = p % j;
    int first = group * 2 * j + (k == 2 * j ? j - 1 - q : q);
    int second = group * 2 * j + j + q;
    int a = tile[first], b = tile[second];
    if (a > b) {
        tile[first] = b;
        tile[second] = a;
    }
}

__device__ void fetch(int *tile, const int *x, int base, int n) {
    for (int e = threadIdx.x; e < WIDTH; e += BLOCK)
        tile[e] = base + e < n ? x[base + e] : NOTHING;
    __syncthreads();
}

__device__ void put(const int *tile, int *x, int base, int n) {
    for (int e = threadIdx.x; e < WIDTH; e += BLOCK)
        if (base + e < n) x[base + e] = tile[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[WIDTH];
    int base = blockIdx.x * WIDTH;
    fetch(tile, x, base, n);
    for (int k = 2; k <= WIDTH; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            compare(tile, k, j, threadIdx.x);
            if (j >= 32) __syncthreads();   // shorter steps stay within a warp
        }
    }
    put(tile, x, base, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j == BLOCK) {
        __shared__ int tile[WIDTH];
        int base = blockIdx.x * WIDTH;
        fetch(tile, x, base, n);
        for (int step = j; step > 0; step /= 2) {
            compare(tile, k, step, threadIdx.x);
            __syncthreads();
        }
        put(tile, x, base, n);
    } else {
        int p = blockIdx.x * BLOCK + threadIdx.x;
        // the second element of the pair is always the one further back
        if (p / j * 2 * j + j + p % j < n)
            compare(x, k, j, p);
    }
}
