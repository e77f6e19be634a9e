const int HUGE_INT = 2147483647;

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;
    int base = blockIdx.x * 2 * BLOCK;

    s[t] = base + t < n ? x[base + t] : HUGE_INT;
    s[t + BLOCK] = base + t + BLOCK < n ? x[base + t + BLOCK] : HUGE_INT;

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int q = t & (j - 1);
            int g = 2 * (t - q);
            int a = j == 1 ? g + j - 1 - q : g + q;
            int b = g + j + q;
            int small = min(s[a], s[b]);
            int large = max(s[a], s[b]);
            s[a] = small;
            s[b] = large;
        }
    }
    __syncthreads();

    if (base + t < n) x[base + t] = s[t];
    if (base + t + BLOCK < n) x[base + t + BLOCK] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;

    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int q = p & (j - 1);
        int g = 2 * (p - q);
        int a = k == 2 * j ? g + j - 1 - q : g + q;
        int b = g + j + q;
        if (a < n && x[a] > x[b]) {
            int tmp = x[a];
            x[a] = x[b];
            x[b] = tmp;
        }
        return;
    }

    int base = blockIdx.x * 2 * BLOCK;
    s[t] = base + t < n ? x[base + t] : HUGE_INT;
    s[t + BLOCK] = base + t + BLOCK < n ? x[base + t + BLOCK] : HUGE_INT;

    for (; j > 0; j >>= 1) {
        __syncthreads();
        int q = t & (j - 1);
        int g = 2 * (t - q);
        int small = min(s[g + q], s[g + q + j]);
        int large = max(s[g + q], s[g + q + j]);
        s[g + q] = small;
        s[g + q + j] = large;
    }
    __syncthreads();

    if (base + t < n) x[base + t] = s[t];
    if (base + t + BLOCK < n) x[base + t + BLOCK] = s[t + BLOCK];
}
