enum { VALUES = 256 };

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int count[VALUES];
    int v = threadIdx.x;
    while (v < VALUES) { count[v] = 0; v += blockDim.x; }
    __syncthreads();

    int all = gridDim.x * blockDim.x;
    for (int pixel = blockIdx.x * blockDim.x + threadIdx.x; pixel < n; pixel += all) {
        char grey = image[pixel];
        atomicAdd(&count[grey], 1);
    }
    __syncthreads();

    v = threadIdx.x;
    while (v < VALUES) {
        if (count[v] != 0) atomicAdd(&hist[v], count[v]);
        v += blockDim.x;
    }
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[VALUES];
    __shared__ int first;
    const int v = threadIdx.x;
    int running = hist[v];
    upto[v] = running;
    if (v == 0) first = n;
    __syncthreads();

    for (int step = 1; step < VALUES; step += step) {
        if (v >= step) running += upto[v - step];
        __syncthreads();
        upto[v] = running;
        __syncthreads();
    }

    // the darkest value that occurs has nothing before it
    if (running > 0 && (v == 0 || upto[v - 1] == 0)) first = running;
    __syncthreads();

    const int f = first;
    if (f == n) {
        table[v] = v;
    } else if (running == 0) {
        table[v] = 0;
    } else {
        table[v] = 255 / (n - f) * (running - f);
    }
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int pixel = blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= n) return;
    out[pixel] = table[image[pixel]];
}
