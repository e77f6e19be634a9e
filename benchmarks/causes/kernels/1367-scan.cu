#define ICH ((int)threadIdx.x)

__device__ int praefix(int wert) {
    __shared__ int feld[BLOCK];
    feld[ICH] = wert;
    __syncthreads();
    for (int abstand = 1; abstand < BLOCK; abstand *= 2) {
        int links = 0;
        if (ICH >= abstand)
            links = feld[ICH - abstand];
        feld[ICH] += links;
        __syncthreads();
    }
    return feld[ICH];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + ICH;
    const int ergebnis = praefix(i < n ? x[i] : 0);
    if (i < n)
        y[i] = ergebnis;
    if (ICH == BLOCK - 1)
        sums[blockIdx.x] = ergebnis;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int ergebnis = praefix(ICH < blocks ? sums[ICH] : 0);
    if (ICH < blocks)
        sums[ICH] = ergebnis;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + ICH;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
