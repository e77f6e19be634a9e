#define TILE_SIZE (2 * BLOCK)
#define INFINITE 0x7fffffff

// which two elements are pair p's in the step j?
__device__ void find_pair(int p, int j, bool mirrored, int &first, int &second) {
    int group = p / j * 2 * j;
    int q = p % j;
    if (mirrored) {
        first = group + j - 1 - q;
        second = group + j + q;
    } else {
        first = group + q;
        second = group + q + j;
    }
}

__device__ void load_tile(int *tile, const int *x, int n) {
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK) {
        int i = blockIdx.x * TILE_SIZE + e;
        tile[e] = i < n ? x[i] : INFINITE;
    }
    __syncthreads();
}

__device__ void store_tile(const int *tile, int *x, int n) {
    for (int e = threadIdx.x; e < TILE_SIZE; e += BLOCK) {
        int i = blockIdx.x * TILE_SIZE + e;
        if (i < n)
            x[i] = tile[e];
    }
}

__device__ void step_in_tile(int *tile, int k, int j) {
    int a, b;
    find_pair(threadIdx.x, j, k == 2 * j, a, b);
    if (tile[a] > tile[b]) {
        int h = tile[a];
        tile[a] = tile[b];
        tile[b] = h;
    }
    __syncthreads();
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[TILE_SIZE];
    load_tile(tile, x, n);
    for (int k = 2; k <= TILE_SIZE; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2)
            step_in_tile(tile, k, j);
    store_tile(tile, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[TILE_SIZE];

    if (j == BLOCK) {
        load_tile(tile, x, n);
        for (; j >= 1; j /= 2)
            step_in_tile(tile, k, j);
        store_tile(tile, x, n);
    } else {
        int a, b;
        find_pair(blockIdx.x * BLOCK + threadIdx.x, j, 2 * k == j, a, b);
        if (b < n) {
            int u = x[a], v = x[b];
            if (u > v) {
                x[a] = v;
                x[b] = u;
            }
        }
    }
}
