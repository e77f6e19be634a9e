// Søren Østergaard
#define BIG 0x7fffffff

__device__ void order(int &a, int b) {
    const int first = a;
    const int second = b;
    if (first > second) {
        a = second;
        b = first;
    }
}

__device__ int2 pairOf(int p, int k, int j) {
    int q = p % j;
    int group = p / j * 2 * j;
    if (k == 2 * j)
        return make_int2(group + j - 1 - q, group + j + q);
    return make_int2(group + q, group + q + j);
}

__device__ void fetch(int *tile, const int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        int i = blockIdx.x * 2 * BLOCK + e;
        tile[e] = i < n ? x[i] : BIG;
    }
    __syncthreads();
}

__device__ void put(const int *tile, int *x, int n) {
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK) {
        int i = blockIdx.x * 2 * BLOCK + e;
        if (i < n)
            x[i] = tile[e];
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    fetch(tile, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int2 ab = pairOf(threadIdx.x, k, j);
            order(tile[ab.x], tile[ab.y]);
            __syncthreads();
        }
    put(tile, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    if (j > BLOCK) {
        int2 ab = pairOf(blockIdx.x * BLOCK + threadIdx.x, k, j);
        if (ab.y < n)
            order(x[ab.x], x[ab.y]);
        return;
    }
    __shared__ int tile[2 * BLOCK];
    fetch(tile, x, n);
    for (; j > 0; j /= 2) {
        int2 ab = pairOf(threadIdx.x, k, j);
        order(tile[ab.x], tile[ab.y]);
        __syncthreads();
    }
    put(tile, x, n);
}
