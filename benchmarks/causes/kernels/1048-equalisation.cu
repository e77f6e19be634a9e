// Egalisation d'histogramme

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int local[256];
    for (int v = threadIdx.x; v < 256; v += blockDim.x)
        local[v] = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        atomicAdd(&local[image[i]], 1);
        i += gridDim.x * blockDim.x;
    }
    __syncthreads();

    for (int v = threadIdx.x; v < 256; v += blockDim.x)
        atomicAdd(&hist[v], local[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int cumul[256];
    __shared__ int premier;
    const int v = threadIdx.x;

    int total = hist[v];
    cumul[v] = total;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        const int avant = v >= d ? cumul[v - d] : 0;
        __syncthreads();
        total += avant;
        cumul[v] = total;
        __syncthreads();
    }

    // une seule valeur est la premiere qui existe
    if (total > 0 && (v == 0 || cumul[v - 1] == 0))
        premier = total;
    __syncthreads();

    if (n == premier)
        table[v] = v;
    else if (total == 0)
        table[v] = 0;
    else
        table[v] = (total - premier) * (255 / (n - premier));
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const char v = image[i];
        out[i] = table[v];
    }
}
