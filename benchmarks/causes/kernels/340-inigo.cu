// Scan de Blelloch: subir, bajar, y al final sumar el elemento propio

extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n) {
    __shared__ int a[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    int propio = i < n ? x[i] : 0;
    a[t] = propio;

    // subir
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        int r = (t + 1) * 2 * d - 1;
        if (r < BLOCK)
            a[r] += a[r - d];
    }

    __syncthreads();
    if (t == 0) {
        a[BLOCK - 1] = 0;
        sums[blockIdx.x] = a[BLOCK - 1];
    }

    // bajar
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        int r = (t + 1) * 2 * d - 1;
        if (r < BLOCK) {
            int izq = a[r - d];
            a[r - d] = a[r];
            a[r] += izq;
        }
    }

    __syncthreads();
    if (i < n)
        y[i] = a[t] + propio;
}

extern "C" __global__ void scan_sums(int *sums, int blocks) {
    __shared__ int a[BLOCK];
    int t = threadIdx.x;
    a[t] = t < blocks ? sums[t] : 0;
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        int v = t < d ? 0 : a[t - d];
        __syncthreads();
        a[t] += v;
    }
    if (t < blocks)
        sums[t] = a[t];
}

extern "C" __global__ void add_sums(int *y, const int *sums, int n) {
    if (blockIdx.x == 0)
        return;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        y[i] += sums[blockIdx.x - 1];
}
