typedef unsigned char byte;

const int VALUES = 256;

// First launch.
extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int counts[VALUES];
    for (int v = threadIdx.x; v < VALUES; v += BLOCK)
        counts[v] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK)
        atomicAdd(&counts[image[i]], 1);
    __syncthreads();

    for (int v = threadIdx.x; v < VALUES; v += BLOCK)
        if (counts[v] > 0)
            atomicAdd(&hist[v], counts[v]);
}

// Second launch.
extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int upto[VALUES];
    __shared__ int first;

    const int v = threadIdx.x;
    const int mine = hist[v];
    int sum = mine;
    upto[v] = sum;
    __syncthreads();
    for (int d = 1; d < VALUES; d *= 2) {
        if (v >= d)
            sum += upto[v - d];
        __syncthreads();
        upto[v] = sum;
        __syncthreads();
    }

    // The darkest value that occurs has nobody before it.
    if (mine > 0 && sum == mine)
        first = sum;
    __syncthreads();

    if (n == first)
        table[v] = (byte)v;
    else if (mine == 0)
        table[v] = 0;
    else
        table[v] = (byte)((sum - first) * 255 / (n - first));
}

// Third launch.
extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
