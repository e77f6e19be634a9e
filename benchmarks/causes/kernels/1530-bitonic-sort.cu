#define INF 0x7fffffff
#define ORDER(p, q) do { int u_ = (p), w_ = (q); if (u_ > w_) { (p) = w_; (q) = u_; } } while (0)

extern "C" __global__ void sort_tiles(int *x, int n)
{
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int lo = blockIdx.x * (2 * BLOCK) + t;
    const int hi = lo + BLOCK;

    s[t] = lo < n ? x[lo] : INF;
    s[t + BLOCK] = hi < n ? x[hi] : INF;

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        // the mirrored step: partners add up to k - 1 in their group
        int j = k >> 1;
        int g = (t / j) * k;
        int q = t % j;
        __syncthreads();
        ORDER(s[g + j - 1 - q], s[g + j + q]);
        for (j >>= 1; j > 0; j >>= 1) {
            int e = (t / j) * 2 * j + t % j;
            __syncthreads();
            ORDER(s[e], s[e + j]);
        }
    }
    __syncthreads();

    if (lo < n) {
        x[lo] = s[t];
        x[hi] = s[t + BLOCK];
    }
}

extern "C" __global__ void merge(int *x, int k, int j, int n)
{
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int q = p % j;
        const int start = (p / j) * (j * 2);
        int left = start + q;
        const int right = start + j + q;
        if (2 * j == k)
            left = start + j - q;
        if (right < n)
            ORDER(x[left], x[right]);
        return;
    }

    int from = blockIdx.x * (2 * BLOCK);
    int have = min(2 * BLOCK, n - from);
    for (int e = t; e < 2 * BLOCK; e += BLOCK)
        s[e] = e < have ? x[from + e] : INF;
    __syncthreads();
    while (j > 0) {
        int e = 2 * j * (t / j) + t % j;
        ORDER(s[e], s[e + j]);
        __syncthreads();
        j /= 2;
    }
    for (int e = t; e < have; e += BLOCK)
        x[from + e] = s[e];
}
