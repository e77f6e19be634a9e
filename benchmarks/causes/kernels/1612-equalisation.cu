extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int local[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        local[v] = 0;
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    while (i < n) {
        atomicAdd(local + image[i], 1);
        i += BLOCK * gridDim.x;
    }
    __syncthreads();

    for (int v = threadIdx.x; v < 256; v += BLOCK)
        atomicAdd(hist + v, local[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[256];
    __shared__ int first;
    const int v = threadIdx.x;
    int total = hist[v];
    upto[v] = total;
    __syncthreads();

    for (int d = 1; d < 256; d <<= 1) {
        int add = v >= d ? upto[v - d] : 0;
        __syncthreads();
        total += add;
        upto[v] = total;
        __syncthreads();
    }

    // exactly one thread is the first that is not 0
    if (total != 0 && (v == 0 || upto[v - 1] == 0))
        first = total;
    __syncthreads();

    if (n == first)
        table[v] = v;
    else if (total == 0)
        table[v] = 0;
    else {
        float scale = 255.0f / (n - first);
        table[v] = (unsigned char)((total - first) * scale);
    }
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
