#define BIGGEST 0xffffffff
#define SPAN (2 * BLOCK)

__device__ void order(int &first, int &second) {
    if (first > second) {
        int keep = first;
        first = second;
        second = keep;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[SPAN];
    const int t = threadIdx.x;
    const int base = blockIdx.x * SPAN;

    for (int i = t; i < SPAN; i += BLOCK)
        s[i] = base + i < n ? x[base + i] : BIGGEST;
    __syncthreads();

    for (int k = 2; k <= SPAN; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            const int g = t / j * 2 * j;
            const int q = t % j;
            if (k == 2 * j)
                order(s[g + j - 1 - q], s[g + j + q]);
            else
                order(s[g + q], s[g + q + j]);
            __syncthreads();
        }
    }

    for (int i = t; i < SPAN; i += BLOCK)
        if (base + i < n) x[base + i] = s[i];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[SPAN];
    const int t = threadIdx.x;
    const int base = blockIdx.x * SPAN;

    if (j > BLOCK) {
        const int p = blockIdx.x * BLOCK + t;
        const int g = p / j * 2 * j;
        const int q = p % j;
        const int lower = k == 2 * j ? g + j - 1 - q : g + q;
        const int upper = g + q + j;
        if (upper < n)
            order(x[lower], x[upper]);
        return;
    }

    for (int i = t; i < SPAN; i += BLOCK)
        s[i] = base + i < n ? x[base + i] : BIGGEST;
    __syncthreads();

    for (; j > 0; j /= 2) {
        const int g = t / j * 2 * j;
        const int q = t % j;
        order(s[g + q], s[g + q + j]);
        __syncthreads();
    }

    for (int i = t; i < SPAN; i += BLOCK)
        if (base + i < n) x[base + i] = s[i];
}
