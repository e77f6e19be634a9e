#define INF 0x7fffffff
#define WIDTH (2 * BLOCK)

static __device__ void order(int *data, int lo, int hi) {
    const int a = data[lo];
    const int b = data[hi];
    if (b < a) {
        data[lo] = b;
        data[hi] = a;
    }
}

static __device__ void fetchTile(const int *x, int *s, int n) {
    const int t = threadIdx.x;
    const int g = 2 * BLOCK * blockIdx.x + t;
    s[t] = g < n ? x[g] : INF;
    s[t + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : 0;
    __syncthreads();
}

static __device__ void storeTile(int *x, const int *s, int n) {
    const int t = threadIdx.x;
    const int g = 2 * BLOCK * blockIdx.x + t;
    if (g < n) x[g] = s[t];
    if (g + BLOCK < n) x[g + BLOCK] = s[t + BLOCK];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[WIDTH];
    const int t = threadIdx.x;
    fetchTile(x, s, n);
    for (int half = 1; half <= BLOCK; half <<= 1) {          // k = 2 * half
        const int g = t & ~(half - 1);
        const int q = t & (half - 1);
        order(s, 2 * g + half - 1 - q, 2 * g + half + q);
        __syncthreads();
        for (int j = half >> 1; j > 0; j >>= 1) {
            const int at = 2 * (t & ~(j - 1)) + (t & (j - 1));
            order(s, at, at + j);
            __syncthreads();
        }
    }
    storeTile(x, s, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[WIDTH];
    const int t = threadIdx.x;
    if (j >= BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int q = p % j, g = 2 * (p - q);
        const bool mirrored = k / 2 == j;
        const int lo = mirrored ? g + j - 1 - q : g + q;
        const int hi = mirrored ? g + j + q : g + q + j;
        if (hi < n) order(x, lo, hi);
    } else {
        fetchTile(x, s, n);
        for (int d = BLOCK; d > 0; d >>= 1) {
            const int at = 2 * (t & ~(d - 1)) + (t & (d - 1));
            order(s, at, at + d);
            __syncthreads();
        }
        storeTile(x, s, n);
    }
}
