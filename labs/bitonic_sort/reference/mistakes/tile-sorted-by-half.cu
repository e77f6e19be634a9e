// mistake: Both halves of a tile are sorted, and never merged
// group: steps
// expect: wrong-result
// hint: not-in-order
__device__ void order(int *low, int *high) {
    if (*low > *high) {
        int larger = *low;
        *low = *high;
        *high = larger;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        tile[i] = base + i < n ? x[base + i] : 0x7fffffff;
    __syncthreads();
    for (int k = 2; k <= BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int group = t / j * 2 * j, q = t % j;
            int low = k == 2 * j ? j - 1 - q : q;
            int high = j + q;
            order(&tile[group + low], &tile[group + high]);
            __syncthreads();
        }
    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        if (base + i < n)
            x[base + i] = tile[i];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int part[2 * BLOCK];
    int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int group = p / j * 2 * j, q = p % j;
        int low = group + (k == 2 * j ? j - 1 - q : q);
        int high = group + j + q;
        if (high < n)
            order(&x[low], &x[high]);
        return;
    }
    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        part[i] = base + i < n ? x[base + i] : 0x7fffffff;
    __syncthreads();
    for (; j > 0; j /= 2) {
        int low = t / j * 2 * j + t % j;
        order(&part[low], &part[low + j]);
        __syncthreads();
    }
    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        if (base + i < n)
            x[base + i] = part[i];
}
