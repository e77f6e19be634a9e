#define BIGGEST (1 << 31)

__device__ int fetch(const int *x, int i, int n) {
    return i < n ? x[i] : BIGGEST;
}

__device__ void order(int *s, int lo, int hi) {
    int a = s[lo], b = s[hi];
    if (a > b) {
        s[lo] = b;
        s[hi] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;
    const int base = blockIdx.x * 2 * BLOCK;

    s[t] = fetch(x, base + t, n);
    s[t + BLOCK] = fetch(x, base + BLOCK + t, n);
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k *= 2) {
        for (int j = k / 2; j >= 1; j /= 2) {
            int group = t / j * 2 * j;
            int q = t % j;
            if (2 * j == k)
                order(s, group + j - 1 - q, group + j + q);
            else
                order(s, group + q, group + q + j);
            __syncthreads();
        }
    }

    if (base + t < n) x[base + t] = s[t];
    if (base + BLOCK + t < n) x[base + BLOCK + t] = s[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        int p = blockIdx.x * BLOCK + t;
        int group = p / j * 2 * j;
        int q = p % j;
        int lo = k == 2 * j ? group + j - 1 - q : group + q;
        int hi = k == 2 * j ? group + j + q : group + q + j;
        if (hi < n) {
            int a = x[lo], b = x[hi];
            if (a > b) {
                x[lo] = b;
                x[hi] = a;
            }
        }
        return;
    }

    const int base = blockIdx.x * 2 * BLOCK;
    s[t] = fetch(x, base + t, n);
    s[t + BLOCK] = fetch(x, base + BLOCK + t, n);
    __syncthreads();
    for (; j >= 1; j /= 2) {
        int first = t / j * 2 * j + t % j;
        order(s, first, first + j);
        __syncthreads();
    }
    if (base + t < n) x[base + t] = s[t];
    if (base + BLOCK + t < n) x[base + BLOCK + t] = s[t + BLOCK];
}
