// Skan Hillisa-Steele'a z dwoma buforami (zamiast dwóch barier w każdym kroku)

__device__ int skan_bloku(int wartosc) {
    __shared__ int buf[2][BLOCK];
    int t = threadIdx.x;
    int in = 0, out = 1;

    buf[in][t] = wartosc;
    __syncthreads();

    for (int step = 1; step < BLOCK; step *= 2) {
        if (t >= step)
            buf[out][t] = buf[in][t] + buf[in][t - step];
        __syncthreads();
        // zamiana
        in = 1 - in;
        out = 1 - out;
    }
    return buf[in][t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int wynik = skan_bloku(i < n ? x[i] : 0);
    if (i < n)
        y[i] = wynik;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = wynik;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    int t = threadIdx.x;
    int wynik = skan_bloku(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = wynik;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
