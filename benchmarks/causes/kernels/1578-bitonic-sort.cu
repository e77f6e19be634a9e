#define LAST 2147483647     // larger than (or equal to) any int

__device__ void exchange(int &lo, int &hi)
{
    if (lo > hi) {
        int t = lo;
        lo = hi;
        hi = t;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n)
{
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int g0 = 2 * BLOCK * blockIdx.x + t;
    const int g1 = g0 + BLOCK;

    s[t] = LAST;
    s[t + BLOCK] = LAST;
    if (g0 < n) s[t] = x[g0];
    if (g1 < n) s[t + BLOCK] = x[g1];

    for (int half = 1; half <= BLOCK; half <<= 1) {
        // mirrored
        int q = t & (half - 1);
        int group = 2 * (t - q);
        __syncthreads();
        exchange(s[group + half - 1 - q], s[group + half + q]);
        // straight
        for (int j = half >> 1; j > 0; j >>= 1) {
            q = t & (j - 1);
            int at = 2 * (t - q) + q;
            __syncthreads();
            exchange(s[at], s[at + j]);
        }
    }
    __syncthreads();

    if (g0 < n) x[g0] = s[t];
    if (g1 < n) x[g1] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n)
{
    __shared__ int part[BLOCK];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int q = p & (j - 1);
        const int group = 2 * (p - q);
        const int lo = (k == 2 * j) ? group + j - 1 - q : group + q;
        const int hi = (k == 2 * j) ? group + j + q : group + q + j;
        int a = x[lo], b = x[hi];
        if (a > b) {
            x[lo] = b;
            x[hi] = a;
        }
    } else {
        const int g0 = 2 * BLOCK * blockIdx.x + t;
        const int g1 = g0 + BLOCK;
        part[t] = g0 < n ? x[g0] : LAST;
        part[t + BLOCK] = g1 < n ? x[g1] : LAST;
        for (; j > 0; j >>= 1) {
            __syncthreads();
            const int q = t & (j - 1);
            const int at = 2 * (t - q) + q;
            exchange(part[at], part[at + j]);
        }
        __syncthreads();
        if (g0 < n) x[g0] = part[t];
        if (g1 < n) x[g1] = part[t + BLOCK];
    }
}
