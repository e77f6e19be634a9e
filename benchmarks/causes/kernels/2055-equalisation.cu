#define VALUES 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int mine[VALUES];
    int t = threadIdx.x;

    for (int k = 0; k < VALUES / BLOCK; ++k) mine[k * BLOCK + t] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + t;
    while (i < n) {
        char pixel = image[i];
        atomicAdd(mine + pixel, 1);
        i += BLOCK * gridDim.x;
    }
    __syncthreads();

    for (int k = 0; k < VALUES / BLOCK; ++k) {
        int v = k * BLOCK + t;
        if (mine[v] > 0) atomicAdd(hist + v, mine[v]);
    }
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int scan[2][VALUES];
    __shared__ int first;
    int v = threadIdx.x;
    int now = 0;

    if (v == 0) first = n;
    scan[0][v] = hist[v];
    __syncthreads();

    for (int d = 1; d < VALUES; d += d) {
        scan[1 - now][v] = scan[now][v] + (v < d ? 0 : scan[now][v - d]);
        now = 1 - now;
        __syncthreads();
    }

    int upto = scan[now][v];
    atomicMin(&first, upto);
    __syncthreads();

    if (first == n) {
        table[v] = v;
    } else {
        table[v] = upto == 0 ? 0 : (upto - first) * 255 / (n - first);
    }
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    out[i] = table[image[i]];
}
