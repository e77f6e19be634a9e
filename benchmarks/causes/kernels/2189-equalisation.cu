extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int own[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        own[v] = 0;
    __syncthreads();

    const int threads = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += threads)
        atomicAdd(own + image[i], 1);
    __syncthreads();

    for (int v = threadIdx.x; v < 256; v += BLOCK)
        if (own[v] > 0)
            atomicAdd(hist + v, own[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[256];
    __shared__ int first;
    const int v = threadIdx.x;
    const int here = hist[v];
    upto[v] = here;
    __syncthreads();

    for (int d = 1; d < 256; d *= 2) {
        const int add = v >= d ? upto[v - d] : 0;
        __syncthreads();
        upto[v] += add;
        __syncthreads();
    }

    // exactly one thread has the first value that occurs
    if (here > 0 && upto[v] == here)
        first = here;
    __syncthreads();

    const int range = n - first;
    int t;
    if (range == 0)
        t = v;
    else if (upto[v] == 0)
        t = 0;
    else
        t = (upto[v] - first) / range * 255;
    table[v] = t;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
