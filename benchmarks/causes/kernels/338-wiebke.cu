// Inklusiver Scan mit zwei Puffern je Block

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int puffer[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int von = 0;

    puffer[von][t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int nach = 1 - von;
        if (t >= d)
            puffer[nach][t] = puffer[von][t] + puffer[von][t - d];
        __syncthreads();
        von = nach;
    }

    if (i < n)
        y[i] = puffer[von][t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = puffer[von][t];
}

// dasselbe fuer die Summen der Bloecke
extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int puffer[BLOCK];
    int t = threadIdx.x;

    puffer[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int links = t >= d ? puffer[t - d] : 0;
        __syncthreads();
        puffer[t] += links;
        __syncthreads();
    }
    if (t < blocks)
        sums[t] = puffer[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
