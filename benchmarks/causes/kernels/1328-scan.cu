// Prefixové součty. Druhé jádro dělá ze součtů bloků posunuté (exkluzivní) součty.
#define VSECHNI __syncthreads()

static __device__ void soucty(int *pole, const int t) {
    VSECHNI;
    for (int krok = 1; krok < BLOCK; krok <<= 1) {
        int vlevo = 0;
        if (t >= krok) vlevo = *(pole + t - krok);
        VSECHNI;
        *(pole + t) += vlevo;
        VSECHNI;
    }
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int pole[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    pole[t] = i < n ? x[i] : 0;
    soucty(pole, t);
    if (i < n) y[i] = pole[t];
    if (t == 0) sums[blockIdx.x] = pole[BLOCK - 1];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int pole[BLOCK];
    const int t = threadIdx.x;
    pole[t] = t < blocks ? sums[t] : 0;
    soucty(pole, t);
    if (t == 0) sums[0] = 0;
    if (t < blocks) sums[t + 1] = pole[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int blok = i / gridDim.x;
    y[i] += sums[blok];
}
