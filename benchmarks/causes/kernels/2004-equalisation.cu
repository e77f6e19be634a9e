#define VALUES 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int seen[VALUES];
    for (int b = threadIdx.x; b < VALUES; b += BLOCK)
        seen[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) {
        char pixel = image[i];
        atomicAdd(seen + pixel, 1);
    }
    __syncthreads();

    for (int b = threadIdx.x; b < VALUES; b += BLOCK)
        if (seen[b]) atomicAdd(hist + b, seen[b]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[VALUES];
    __shared__ int first;
    int v = threadIdx.x;
    int count = hist[v];

    int sum = count;
    upto[v] = sum;
    __syncthreads();
    for (int d = 1; d < VALUES; d *= 2) {
        if (v >= d) sum += upto[v - d];
        __syncthreads();
        upto[v] = sum;
        __syncthreads();
    }

    // the one value that occurs, with none before it
    if (count > 0 && sum == count) first = sum;
    __syncthreads();

    if (sum == 0)
        table[v] = 0;
    else
        table[v] = (sum - first) * 255 / (n - first);
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = table[image[i]];
}
