// exchanges v[a] and v[b] where the first is larger
#define ORDER(v, a, b) {          \
    int l = v[a], r = v[b];       \
    if (l > r) {                  \
        v[a] = r;                 \
        v[b] = l;                 \
    }                             \
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;
    int g = blockIdx.x * 2 * BLOCK + t;

    s[t] = g < n ? x[g] : 2147483647;
    s[t + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : 0;

    for (int k = 2; k <= 2 * BLOCK; k <<= 1) {
        // mirrored step
        int j = k >> 1;
        int q = t & (j - 1);
        int group = (t - q) * 2;
        __syncthreads();
        ORDER(s, group + q, group + k - 1 - q)

        for (j >>= 1; j > 0; j >>= 1) {
            q = t & (j - 1);
            group = (t - q) * 2;
            __syncthreads();
            ORDER(s, group + q, group + q + j)
        }
    }
    __syncthreads();

    if (g < n) x[g] = s[t];
    if (g + BLOCK < n) x[g + BLOCK] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x;

    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int q = p & (j - 1);
        int group = (p - q) * 2;
        int lower = (k == 2 * j) ? group + j - 1 - q : group + q;
        int upper = group + j + q;
        if (lower < n)
            ORDER(x, lower, upper)
    } else {
        int g = blockIdx.x * 2 * BLOCK + t;
        s[t] = g < n ? x[g] : 2147483647;
        s[t + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : 2147483647;
        __syncthreads();

        while (j > 0) {
            int q = t & (j - 1);
            int at = (t - q) * 2 + q;
            ORDER(s, at, at + j)
            j >>= 1;
            __syncthreads();
        }

        if (g < n) x[g] = s[t];
        if (g + BLOCK < n) x[g + BLOCK] = s[t + BLOCK];
    }
}
