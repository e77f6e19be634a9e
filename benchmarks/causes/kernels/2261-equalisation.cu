// Histogram equalisation

#define VALUES 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int counts[VALUES];

    for (int v = threadIdx.x; v < VALUES; v += BLOCK)
        counts[v] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        char value = image[i];
        atomicAdd(&counts[value], 1);
    }
    __syncthreads();

    for (int v = threadIdx.x; v < VALUES; v += BLOCK)
        atomicAdd(&hist[v], counts[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[VALUES];
    __shared__ int first;

    int v = threadIdx.x;
    int own = hist[v];
    upto[v] = own;
    __syncthreads();

    for (int d = 1; d < VALUES; d *= 2) {
        int before = v >= d ? upto[v - d] : 0;
        __syncthreads();
        upto[v] += before;
        __syncthreads();
    }

    // the first value that occurs has nothing before it
    if (own > 0 && upto[v] == own)
        first = own;
    __syncthreads();

    if (first == n)
        table[v] = v;
    else if (upto[v] == 0)
        table[v] = 0;
    else
        table[v] = (long long)(upto[v] - first) * 255 / (n - first);
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
