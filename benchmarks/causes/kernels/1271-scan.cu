// Präfixsumme mit zwei Puffern, Jonas Althaus

__device__ int block_scan(int wert) {
    __shared__ int puffer[2][BLOCK];
    const int t = threadIdx.x;
    int *quelle = puffer[0];
    int *ziel = puffer[1];

    quelle[t] = wert;
    __syncthreads();
    for (int weite = 1; weite < BLOCK; weite <<= 1) {
        int neu = quelle[t];
        if (t >= weite)
            neu += quelle[t - weite];
        ziel[t] = neu;
        __syncthreads();
        int *tausch = quelle;
        quelle = ziel;
        ziel = tausch;
    }
    return ziel[t];
}

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int summe = block_scan(i < n ? x[i] : 0);
    if (i < n)
        y[i] = summe;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = summe;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    const int t = threadIdx.x;
    const int summe = block_scan(t < blocks ? sums[t] : 0);
    if (t < blocks)
        sums[t] = summe;
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x - 1];
}
