// Hillis-Steele avec deux tampons : une barriere par etape

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int tampon[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int *src = tampon[0], *dst = tampon[1];

    src[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int pas = 1; pas < BLOCK; pas *= 2) {
        if (t >= pas)
            dst[t] = src[t] + src[t - pas];
        __syncthreads();
        // on echange
        int *tmp = src;
        src = dst;
        dst = tmp;
    }
    if (i < n)
        y[i] = src[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = src[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int tampon[2][BLOCK];
    int t = threadIdx.x;
    int *src = tampon[0], *dst = tampon[1];

    src[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (int pas = 1; pas < BLOCK; pas *= 2) {
        dst[t] = t >= pas ? src[t] + src[t - pas] : src[t];
        __syncthreads();
        int *tmp = src;
        src = dst;
        dst = tmp;
    }
    if (t < blocks)
        sums[t] = src[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    if (blockIdx.x > 0)
        y[i] += sums[blockIdx.x - 1];
}
