// mistake: No barrier behind finding first
// group: barriers
// expect: data-race uninitialized-read
// hint: first-not-awaited first-never-set
extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int counts[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        counts[v] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&counts[image[i]], 1);
    __syncthreads();
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        atomicAdd(&hist[v], counts[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[256];
    __shared__ int first;
    int v = threadIdx.x, own = hist[v];
    upto[v] = own;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int before = v >= step ? upto[v - step] : 0;
        __syncthreads();
        upto[v] += before;
        __syncthreads();
    }
    if (own > 0 && upto[v] == own)
        first = own;  // HERE
    if (first == n)  // HERE
        table[v] = v;
    else
        table[v] = upto[v] == 0 ? 0 : (upto[v] - first) * 255 / (n - first);
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
