#define VALUES 256

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int counts[VALUES];
    for (int v = threadIdx.x; v < VALUES; v += blockDim.x)
        counts[v] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[image[i]], 1);
    __syncthreads();

    for (int v = threadIdx.x; v < VALUES; v += blockDim.x)
        if (counts[v] > 0)
            atomicAdd(&hist[v], counts[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[VALUES];
    __shared__ int first;

    const int v = threadIdx.x;
    const int mine = hist[v];
    upto[v] = mine;
    __syncthreads();

    for (int d = 1; d < VALUES; d <<= 1) {
        int left = 0;
        if (v >= d)
            left = upto[v - d];
        __syncthreads();
        upto[v] += left;
        __syncthreads();
    }

    const int sum = upto[v];
    if (mine > 0 && sum == mine)    // the darkest value that occurs
        first = sum;
    __syncthreads();

    if (first == n)
        table[v] = v;
    else if (sum == 0)
        table[v] = 0;
    else
        table[v] = (sum - first) / (n - first) * 255;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
