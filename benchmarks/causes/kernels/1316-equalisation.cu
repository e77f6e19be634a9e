// Egalizacija histograma (Marko)
extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n) {
    __shared__ int broj[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK) broj[v] = 0;
    __syncthreads();

    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        const char boja = image[i];
        atomicAdd(broj + boja, 1);
    }
    __syncthreads();

    for (int v = threadIdx.x; v < 256; v += BLOCK) atomicAdd(hist + v, broj[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n) {
    __shared__ int zbir[256];
    __shared__ int prvi;
    const int v = threadIdx.x;
    const int moj = hist[v];
    int dosad = moj;

    zbir[v] = dosad;
    if (v == 0) prvi = 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (v >= d) dosad += zbir[v - d];
        __syncthreads();
        zbir[v] = dosad;
        __syncthreads();
    }

    if (moj != 0 && dosad == moj) prvi = dosad;
    __syncthreads();

    const int ostalo = n - prvi;
    if (ostalo == 0)
        table[v] = v;
    else
        table[v] = dosad == 0 ? 0 : (dosad - prvi) * 255 / ostalo;
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = table[image[i]];
}
