template <typename T>
__device__ inline void sortiere(T &a, T &b) {
    if (a > b) {
        T h = a;
        a = b;
        b = h;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int lo = blockIdx.x * 2 * BLOCK + t;
    const int hi = lo + BLOCK;

    s[t] = lo < n ? x[lo] : 2147483647;
    s[t + BLOCK] = hi < n ? x[hi] : 2147483647;
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        // gespiegelter Schritt
        int j = k >> 1;
        int g = t / j * k;
        int q = t % j;
        sortiere(s[g + j - 1 - q], s[g + j + q]);
        __syncthreads();
        // die anderen Schritte
        for (j >>= 1; j > 0; j >>= 1) {
            int a = t / j * 2 * j + t % j;
            sortiere(s[a], s[a + j]);
            __syncthreads();
        }
    }

    if (lo < n) x[lo] = s[t];
    if (lo < n) x[hi] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int g = p / j * 2 * j;
        int q = p % j;
        int a = g + q, b = g + q + j;
        if (2 * j == k) {
            a = g + j - 1 - q;
            b = g + j + q;
        }
        if (b < n) sortiere(x[a], x[b]);
    } else {
        const int lo = blockIdx.x * 2 * BLOCK + t;
        const int hi = lo + BLOCK;
        s[t] = lo < n ? x[lo] : 2147483647;
        s[t + BLOCK] = hi < n ? x[hi] : 2147483647;
        __syncthreads();
        while (j > 0) {
            int a = t / j * 2 * j + t % j;
            sortiere(s[a], s[a + j]);
            __syncthreads();
            j >>= 1;
        }
        if (lo < n) x[lo] = s[t];
        if (hi < n) x[hi] = s[t + BLOCK];
    }
}
