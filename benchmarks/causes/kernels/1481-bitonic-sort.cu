#define BIG 0x7fffffff
#define SWAP_IF(u, v) if (u > v) { int h_ = u; u = v; v = h_; }

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    int me = threadIdx.x;
    int off = 2 * BLOCK * blockIdx.x;

    for (int e = me; e < 2 * BLOCK; e += BLOCK) {
        tile[e] = BIG;
        if (off + e < n) tile[e] = x[off + e];
    }

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        int j = k >> 1;
        int q = me % j, start = 2 * (me - q);
        SWAP_IF(tile[start + j - 1 - q], tile[start + j + q])
        __syncthreads();
        for (j >>= 1; j >= 1; j >>= 1) {
            q = me % j;
            start = 2 * (me - q);
            SWAP_IF(tile[start + q], tile[start + q + j])
            __syncthreads();
        }
    }

    for (int e = me; e < 2 * BLOCK; e += BLOCK)
        if (off + e < n) x[off + e] = tile[e];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    int me = threadIdx.x;
    if (j != BLOCK) {                        // long step
        int p = blockIdx.x * BLOCK + me;
        int q = p % j, start = 2 * (p - q);
        int first = start + (2 * j == k ? j - 1 - q : q);
        int second = start + j + q;
        if (second >= n) return;
        int a = x[first], b = x[second];
        if (a > b) {
            x[first] = b;
            x[second] = a;
        }
    } else {
        __shared__ int part[2 * BLOCK];
        int off = 2 * BLOCK * blockIdx.x;
        for (int e = me; e < 2 * BLOCK; e += BLOCK)
            part[e] = off + e < n ? x[off + e] : 0;
        __syncthreads();
        do {
            int q = me % j, start = 2 * (me - q);
            SWAP_IF(part[start + q], part[start + q + j])
            __syncthreads();
            j >>= 1;
        } while (j > 0);
        for (int e = me; e < 2 * BLOCK; e += BLOCK)
            if (off + e < n) x[off + e] = part[e];
    }
}
