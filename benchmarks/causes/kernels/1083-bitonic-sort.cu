#include <climits>

// wisselt twee getallen als ze verkeerd om staan
__device__ void ruil(int a, int b) {
    if (a > b) {
        int tijdelijk = a;
        a = b;
        b = tijdelijk;
    }
}

__device__ void stap(int *s, int j, bool spiegel) {
    int p = threadIdx.x;
    int q = p % j;
    int groep = (p / j) * 2 * j;
    if (spiegel)
        ruil(s[groep + j - 1 - q], s[groep + j + q]);
    else
        ruil(s[groep + q], s[groep + q + j]);
    __syncthreads();
}

__device__ void haal(int *s, const int *x, int n) {
    int basis = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        s[e] = basis + e < n ? x[basis + e] : INT_MAX;
    __syncthreads();
}

__device__ void breng(const int *s, int *x, int n) {
    int basis = blockIdx.x * 2 * BLOCK;
    for (int e = threadIdx.x; e < 2 * BLOCK; e += BLOCK)
        if (basis + e < n) x[basis + e] = s[e];
}

extern "C" __global__ void sort_tiles(int *x, int n) {
    __shared__ int s[2 * BLOCK];
    haal(s, x, n);
    for (int k = 2; k <= 2 * BLOCK; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            stap(s, j, k == 2 * j);
    breng(s, x, n);
}

extern "C" __global__ void merge(int *x, int k, int j, int n) {
    __shared__ int s[2 * BLOCK];
    if (j == BLOCK) {
        haal(s, x, n);
        for (int jj = j; jj > 0; jj /= 2)
            stap(s, jj, k == 2 * jj);
        breng(s, x, n);
        return;
    }
    int p = blockIdx.x * BLOCK + threadIdx.x;
    int q = p % j;
    int groep = (p / j) * 2 * j;
    int een  = k == 2 * j ? groep + j - 1 - q : groep + q;
    int twee = k == 2 * j ? groep + j + q : groep + q + j;
    if (twee < n)
        ruil(x[een], x[twee]);
}
