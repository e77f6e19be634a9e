// groesser als alles, was vorkommt
const int ENDE = 0xffffffff;

__device__ void ordne(int &a, int &b) {
    if (a > b) {
        int h = a;
        a = b;
        b = h;
    }
}

__device__ void schritt(int *s, int k, int j) {
    int g = threadIdx.x / j * 2 * j;
    int q = threadIdx.x % j;
    if (k == 2 * j)
        ordne(s[g + j - 1 - q], s[g + j + q]);
    else
        ordne(s[g + q], s[g + q + j]);
    __syncthreads();
}

__device__ void lade(int *s, const int *x, int n) {
    int start = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = start + e < n ? x[start + e] : ENDE;
    __syncthreads();
}

__device__ void speichere(const int *s, int *x, int n) {
    int start = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (start + e < n)
            x[start + e] = s[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    lade(s, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            schritt(s, k, j);
    speichere(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    if (j == BLOCK) {
        lade(s, x, n);
        for (; j > 0; j /= 2)
            schritt(s, k, j);
        speichere(s, x, n);
        return;
    }
    int p = blockIdx.x * BLOCK + threadIdx.x;
    int g = p / j * 2 * j;
    int q = p % j;
    int links = k == 2 * j ? g + j - 1 - q : g + q;
    int rechts = g + j + q;
    if (rechts < n)
        ordne(x[links], x[rechts]);
}
