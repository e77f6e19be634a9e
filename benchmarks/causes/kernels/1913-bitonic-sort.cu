// Brings the block's tile to shared memory, and back. What lies behind the end counts as the largest int.
__device__ void fetch(int *s, const int *x, int n) {
    const int a = blockIdx.x * 2 * BLOCK + threadIdx.x;
    const int b = a + BLOCK;
    s[threadIdx.x] = a < n ? x[a] : 0x7fffffff;
    s[threadIdx.x + BLOCK] = b < n ? x[b] : 0;
    __syncthreads();
}

__device__ void put_back(const int *s, int *x, int n) {
    const int a = blockIdx.x * 2 * BLOCK + threadIdx.x;
    const int b = a + BLOCK;
    if (a < n) x[a] = s[threadIdx.x];
    if (a < n) x[b] = s[threadIdx.x + BLOCK];
}

template <bool MIRRORED>
__device__ void step(int *v, int p, int j, int n) {
    const int q = p & (j - 1);          // j is a power of two
    const int start = 2 * (p - q);
    const int one = MIRRORED ? start + j - 1 - q : start + q;
    const int two = start + q + j;
    if (two >= n) return;
    const int low = min(v[one], v[two]);
    const int high = max(v[one], v[two]);
    v[one] = low;
    v[two] = high;
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    fetch(s, x, n);
    for (int half = 1; half <= BLOCK; half <<= 1) {
        step<true>(s, threadIdx.x, half, 2 * BLOCK);
        __syncthreads();
        for (int j = half >> 1; j > 0; j >>= 1) {
            step<false>(s, threadIdx.x, j, 2 * BLOCK);
            __syncthreads();
        }
    }
    put_back(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    const int p = blockIdx.x * BLOCK + threadIdx.x;

    if (j == BLOCK) {
        fetch(s, x, n);
        for (; j > 0; j >>= 1) {
            step<false>(s, threadIdx.x, j, 2 * BLOCK);
            __syncthreads();
        }
        put_back(s, x, n);
    } else if (k == 2 * j) {
        step<true>(x, p, j, n);
    } else {
        step<false>(x, p, j, n);
    }
}
