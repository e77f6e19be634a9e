constexpr int LEVELS = 256;

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n)
{
    __shared__ int bins[LEVELS];

    for (int b = threadIdx.x; b < LEVELS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();

    int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (i < n) {
        signed char pixel = image[i];
        atomicAdd(&bins[pixel], 1);
        i += gridDim.x * blockDim.x;
    }
    __syncthreads();

    for (int b = threadIdx.x; b < LEVELS; b += blockDim.x)
        atomicAdd(&hist[b], bins[b]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n)
{
    __shared__ int cdf[2][LEVELS];
    int v = threadIdx.x;
    int *from = cdf[0], *to = cdf[1];

    from[v] = hist[v];
    __syncthreads();
    for (int d = 1; d < LEVELS; d += d) {
        to[v] = v < d ? from[v] : from[v] + from[v - d];
        __syncthreads();
        int *swap = from;
        from = to;
        to = swap;
    }

    // the smallest count
    int first = from[0];

    int value;
    if (n == first)
        value = v;
    else if (from[v] == 0)
        value = 0;
    else
        value = (from[v] - first) * 255 / (n - first);
    table[v] = value;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    out[i] = table[image[i]];
}
