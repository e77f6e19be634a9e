#define BIG 2147483647

__device__ void order(int &a, int &b) {
    if (a > b) {
        int old = a;
        a = b;
        b = old;
    }
}

__device__ void fetch(int *tile, const int *x, int base, int n) {
    int t = threadIdx.x;
    tile[t] = base + t < n ? x[base + t] : BIG;
    tile[t + BLOCK] = base + t < n ? x[base + t + BLOCK] : BIG;
    __syncthreads();
}

__device__ void putBack(const int *tile, int *x, int base, int n) {
    int t = threadIdx.x;
    if (base + t < n)
        x[base + t] = tile[t];
    if (base + t + BLOCK < n)
        x[base + t + BLOCK] = tile[t + BLOCK];
}

__device__ void halve(int *tile, int j) {
    for (; j > 0; j /= 2) {
        int g = threadIdx.x / j * 2 * j, q = threadIdx.x % j;
        order(tile[g + q], tile[g + q + j]);
        __syncthreads();
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int base = blockIdx.x * 2 * BLOCK;
    fetch(tile, x, base, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        int j = k / 2;
        int g = threadIdx.x / j * k, q = threadIdx.x % j;
        order(tile[g + j - 1 - q], tile[g + j + q]);
        __syncthreads();
        halve(tile, j / 2);
    }
    putBack(tile, x, base, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    if (j == BLOCK) {
        int base = blockIdx.x * 2 * BLOCK;
        fetch(tile, x, base, n);
        halve(tile, j);
        putBack(tile, x, base, n);
    } else {
        int p = blockIdx.x * BLOCK + threadIdx.x;
        int g = p / j * 2 * j, q = p % j;
        int a = k == 2 * j ? g + j - 1 - q : g + q;
        int b = k == 2 * j ? g + j + q : g + q + j;
        if (b < n)
            order(x[a], x[b]);
    }
}
