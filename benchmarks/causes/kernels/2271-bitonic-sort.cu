#define BIGGEST 0x7fffffff
#define SWAP(a, b) hold = a; a = b; b = hold

extern "C" __global__ void sort_tiles(int *x, int n)
{
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int i0 = blockIdx.x * 2 * BLOCK + t;
    const int i1 = i0 + BLOCK;
    int hold = 0;

    s[t] = i0 < n ? x[i0] : BIGGEST;
    s[t + BLOCK] = i1 < n ? x[i1] : BIGGEST;

    for (int k = 2; k <= 2 * BLOCK; k <<= 1)
    {
        for (int j = k >> 1; j >= 1; j >>= 1)
        {
            __syncthreads();
            int q = t & (j - 1);
            int start = (t - q) * 2;
            int lo = j == k >> 1 ? start + j - 1 - q : start + q;
            int hi = start + j + q;
            if (s[lo] > s[hi])
                SWAP(s[lo], s[hi]);
        }
    }
    __syncthreads();

    if (i0 < n) x[i0] = s[t];
    if (i1 < n) x[i1] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n)
{
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    int hold = 0;

    if (j > BLOCK)
    {
        int p = blockIdx.x * BLOCK + t;
        int q = p & (j - 1);
        int start = (p - q) * 2;
        int lo = 2 * j == k ? start + j - 1 - q : start + q;
        int hi = start + j + q;
        if (hi < n)
        {
            int left = x[lo], right = x[hi];
            x[lo] = min(left, right);
            x[hi] = max(left, right);
        }
        return;
    }

    const int i0 = blockIdx.x * 2 * BLOCK + t;
    const int i1 = i0 + BLOCK;
    s[t] = i0 < n ? x[i0] : BIGGEST;
    s[t + BLOCK] = i1 < n ? x[i1] : BIGGEST;

    for (; j >= 1; j >>= 1)
    {
        __syncthreads();
        int q = t & (j - 1);
        int lo = (t - q) * 2 + q;
        if (s[lo] > s[lo + j])
            SWAP(s[lo], s[lo + j]);
    }
    __syncthreads();

    if (i0 < n) x[i0] = s[t];
    if (i1 < n) x[i1] = s[t + BLOCK];
}
