#define LAST 0x7fffffff
#define SIZE (2 * BLOCK)

static __device__ void compare(int *a, int p, int q)
{
    const int u = a[p], v = a[q];
    if (u > v) { a[p] = v; a[q] = u; }
}

// one step; m is the array's end, pairs that reach beyond it are left alone
static __device__ void step(int *a, int pair, int j, bool mirror, int m)
{
    const int q = pair & (j - 1);
    int *g = a + 2 * (pair - q);
    if (2 * (pair - q) + j + q >= m) return;
    if (mirror) compare(g, j - q, j + q);
    else        compare(g, q, q + j);
}

extern "C" __global__ void sort_tiles(int *x, int n)
{
    __shared__ int a[SIZE];
    const int t = threadIdx.x;
    const int g = blockIdx.x * SIZE + t;

    a[t] = g < n ? x[g] : LAST;
    a[t + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : LAST;
    __syncthreads();

    for (int k = 2; k <= SIZE; k <<= 1) {
        for (int j = k >> 1; j; j >>= 1) {
            step(a, t, j, 2 * j == k, SIZE);
            __syncthreads();
        }
    }

    if (g < n) x[g] = a[t];
    if (g + BLOCK < n) x[g + BLOCK] = a[t + BLOCK];
}

extern "C" __global__ void merge(int *x, int k, int j, int n)
{
    __shared__ int a[SIZE];
    const int t = threadIdx.x;

    if (j > BLOCK) {
        step(x, blockIdx.x * BLOCK + t, j, 2 * j == k, n);
        return;
    }

    const int g = blockIdx.x * SIZE + t;
    a[t] = g < n ? x[g] : LAST;
    a[t + BLOCK] = g + BLOCK < n ? x[g + BLOCK] : LAST;
    __syncthreads();
    do {
        step(a, t, j, false, SIZE);
        __syncthreads();
        j >>= 1;
    } while (j > 1);
    if (g < n) x[g] = a[t];
    if (g + BLOCK < n) x[g + BLOCK] = a[t + BLOCK];
}
