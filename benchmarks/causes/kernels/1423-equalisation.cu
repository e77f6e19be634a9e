extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int h[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        h[v] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
        atomicAdd(h + image[i], 1);
    __syncthreads();
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        atomicAdd(hist + v, h[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[256];
    __shared__ int smallest;
    const int v = threadIdx.x;
    const int own = hist[v];

    upto[v] = own;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = v >= d ? upto[v - d] : 0;
        __syncthreads();
        upto[v] += before;
    }

    const int mine = upto[v];
    if (own > 0 && mine == own)      // nothing before this value
        smallest = mine;
    __syncthreads();
    const int first = smallest;

    if (first == n)
        table[v] = v;
    else if (mine == 0)
        table[v] = 0;
    else
        table[v] = (mine - first) * (255.0f / (n - first));
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
