extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int local[256];
    int id = threadIdx.x;
    while (id < 256) {
        local[id] = 0;
        id += BLOCK;
    }
    __syncthreads();

    const int stride = BLOCK * gridDim.x;
    int pixel = BLOCK * blockIdx.x + threadIdx.x;
    while (pixel < n) {
        char grey = image[pixel];
        atomicAdd(&local[grey], 1);
        pixel += stride;
    }
    __syncthreads();

    id = threadIdx.x;
    while (id < 256) {
        atomicAdd(&hist[id], local[id]);
        id += BLOCK;
    }
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int scan[2][256];
    __shared__ int smallest;
    int *from = scan[0], *to = scan[1];
    const int t = threadIdx.x;

    from[t] = hist[t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        to[t] = from[t] + (t >= d ? from[t - d] : 0);
        __syncthreads();
        int *tmp = from;
        from = to;
        to = tmp;
    }

    const int c = from[t];
    const int previous = t > 0 ? from[t - 1] : 0;
    if (c != 0 && previous == 0)
        smallest = c;
    __syncthreads();

    const int first = smallest;
    int value;
    if (n - first == 0)
        value = t;
    else
        value = c == 0 ? 0 : (c - first) * 255 / (n - first);
    table[t] = (unsigned char)value;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int p = BLOCK * blockIdx.x + threadIdx.x;
    if (p > n)
        return;
    const unsigned char old = image[p];
    out[p] = table[old];
}
