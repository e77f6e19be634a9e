#define LARGEST 2147483647

static __device__ void places(int p, int k, int j, int &lo, int &hi) {
    const int q = p % j;
    const int group = p / j * 2 * j;
    if (k == 2 * j) {
        lo = group + j - 1 - q;
        hi = group + j + q;
    } else {
        lo = group + q;
        hi = group + q + j;
    }
}

static __device__ void order(int *v, int lo, int hi) {
    const int a = v[lo];
    const int b = v[hi];
    if (a > b) {
        v[lo] = b;
        v[hi] = a;
    }
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int tile[2 * BLOCK];
    const int t = threadIdx.x;
    const int first = 2 * BLOCK * blockIdx.x;

    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        tile[i] = first + i < n ? x[first + i] : LARGEST;
    __syncthreads();

    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j >= 1; j /= 2) {
            int lo, hi;
            places(t, k, j, lo, hi);
            order(tile, lo, hi);
            __syncthreads();
        }

    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        if (first + i < n)
            x[first + i] = tile[i];
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int tile[2 * BLOCK];
    const int t = threadIdx.x;
    int lo, hi;

    if (j > BLOCK) {
        places(blockIdx.x * BLOCK + t, k, j, lo, hi);
        if (hi < n)
            order(x, lo, hi);
        return;
    }

    const int first = 2 * BLOCK * blockIdx.x;
    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        tile[i] = first + i < n ? x[first + i] : LARGEST;
    __syncthreads();

    for (int step = j / 2; step >= 1; step /= 2) {
        places(t, k, step, lo, hi);
        order(tile, lo, hi);
        __syncthreads();
    }

    for (int i = t; i < 2 * BLOCK; i += BLOCK)
        if (first + i < n)
            x[first + i] = tile[i];
}
