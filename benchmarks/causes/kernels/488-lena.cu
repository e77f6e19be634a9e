/* Lena: Scan mit verdoppelten Schritten */
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int werte[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int schritt, links;

    werte[t] = 0;
    if (i < n)
        werte[t] = x[i];
    __syncthreads();

    for (schritt = 1; schritt < BLOCK; schritt = schritt * 2) {
        links = 0;
        if (t >= schritt)
            links = werte[t - schritt];
        __syncthreads();
        werte[t] += links;
        __syncthreads();
    }

    if (i < n)
        y[i] = werte[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = werte[t];
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int werte[BLOCK];
    int t = threadIdx.x;
    int schritt, links;

    werte[t] = 0;
    if (t < BLOCK)
        werte[t] = sums[t];
    __syncthreads();

    for (schritt = 1; schritt < BLOCK; schritt = schritt * 2) {
        links = 0;
        if (t >= schritt)
            links = werte[t - schritt];
        __syncthreads();
        werte[t] += links;
        __syncthreads();
    }

    if (t < blocks)
        sums[t] = werte[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        y[i] += sums[blockIdx.x];
}
