// Scan inclusif, à la Hillis et Steele

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int partiel[BLOCK];
    const int moi = threadIdx.x;
    const int place = blockIdx.x * BLOCK + moi;

    partiel[moi] = place < n ? x[place] : 0;
    __syncthreads();

    for (int pas = 1; pas < BLOCK; pas *= 2) {
        int gauche = 0;
        if (moi >= pas)
            gauche = partiel[moi - pas];
        __syncthreads();
        partiel[moi] += gauche;
    }

    if (place < n)
        y[place] = partiel[moi];
    if (moi == BLOCK - 1)
        sums[blockIdx.x] = partiel[moi];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int total[BLOCK];
    const int moi = threadIdx.x;

    total[moi] = moi < blocks ? sums[moi] : 0;
    __syncthreads();

    for (int pas = 1; pas < BLOCK; pas *= 2) {
        const int gauche = moi >= pas ? total[moi - pas] : 0;
        __syncthreads();
        total[moi] += gauche;
        __syncthreads();
    }

    if (moi < blocks)
        sums[moi] = total[moi];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    const int place = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x == 0 || place >= n)
        return;
    y[place] += sums[blockIdx.x - 1];
}
