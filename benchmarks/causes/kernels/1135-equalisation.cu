// Egalizarea histogramei - Andrei Munteanu, grupa 342

extern "C" __global__ void histogram(const unsigned char *image, int *hist, int n)
{
    __shared__ int numar[256];
    for (int v = threadIdx.x; v < 256; v += BLOCK)
        numar[v] = 0;
    __syncthreads();

    const int pas = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += pas)
        numar[image[i]]++;
    __syncthreads();

    for (int v = threadIdx.x; v < 256; v += BLOCK)
        atomicAdd(&hist[v], numar[v]);
}

extern "C" __global__ void make_table(const int *hist, unsigned char *table, int n)
{
    __shared__ int s[256];
    __shared__ int primul;
    const int v = threadIdx.x;
    const int al_meu = hist[v];
    int upto = al_meu;

    s[v] = upto;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        const int vecin = v >= d ? s[v - d] : 0;
        __syncthreads();
        upto += vecin;
        s[v] = upto;
        __syncthreads();
    }

    // prima valoare care apare in imagine: pana la ea nu e nimic inainte
    if (al_meu > 0 && upto == al_meu)
        primul = upto;
    __syncthreads();

    const int first = primul;
    if (n == first)
        table[v] = v;
    else if (upto == 0)
        table[v] = 0;
    else
        table[v] = (unsigned char)(upto - first) * 255 / (n - first);
}

extern "C" __global__ void apply(const unsigned char *image, const unsigned char *table, unsigned char *out, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = table[image[i]];
}
