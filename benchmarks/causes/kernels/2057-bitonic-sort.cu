#define BIG 2147483647
#define SWAP_IF(u, v) do { int lo_ = min(u, v), hi_ = max(u, v); u = lo_; v = hi_; } while (0)

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    const int t = threadIdx.x;
    const int a = blockIdx.x * 2 * BLOCK + t;
    const int b = a + BLOCK;

    tile[t] = BIG;
    tile[t + BLOCK] = BIG;
    if (a < n) tile[t] = x[a];
    if (b < n) tile[t + BLOCK] = x[b];

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        // mirrored step
        int j = k >> 1;
        int q = t & (j - 1);
        int *group = tile + 2 * (t - q);
        __syncthreads();
        SWAP_IF(group[j - q], group[j + q]);

        for (j >>= 1; j > 0; j >>= 1) {
            q = t & (j - 1);
            group = tile + 2 * (t - q);
            __syncthreads();
            SWAP_IF(group[q], group[q + j]);
        }
    }
    __syncthreads();

    if (a < n) x[a] = tile[t];
    if (b < n) x[b] = tile[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    const int t = threadIdx.x;

    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int q = p & (j - 1);
        const int group = 2 * (p - q);
        const int first = group + (2 * j == k ? j - 1 - q : q);
        const int second = group + j + q;
        if (second < n) SWAP_IF(x[first], x[second]);
    } else {
        __shared__ int tile[2 * BLOCK];
        const int a = blockIdx.x * 2 * BLOCK + t;
        const int b = a + BLOCK;

        tile[t] = a < n ? x[a] : BIG;
        tile[t + BLOCK] = b < n ? x[b] : BIG;

        while (j > 0) {
            const int q = t & (j - 1);
            int *group = tile + 2 * (t - q);
            SWAP_IF(group[q], group[q + j]);
            j >>= 1;
        }
        __syncthreads();

        if (a < n) x[a] = tile[t];
        if (b < n) x[b] = tile[t + BLOCK];
    }
}
