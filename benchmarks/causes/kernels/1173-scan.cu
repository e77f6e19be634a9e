// Balayage inclusif par la méthode de Hillis et Steele, avec deux tampons.

__device__ int prefixe(int valeur)
{
    __shared__ int tampon[2][BLOCK];
    const int moi = threadIdx.x;
    int actuel = 0;

    tampon[actuel][moi] = valeur;
    for (int pas = 1; pas < BLOCK; pas *= 2) {
        __syncthreads();
        int v = tampon[actuel][moi];
        if (moi >= pas)
            v += tampon[actuel][moi - pas];
        actuel = 1 - actuel;
        tampon[actuel][moi] = v;
    }
    return tampon[actuel][moi];
}

// 1. Chaque bloc balaie ses propres éléments.
extern "C" __global__ void scan_blocks(const int *x, int *y, int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int total = prefixe(i < n ? x[i] : 0);
    if (i < n)
        y[i] = total;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = total;
}

// 2. Un seul bloc balaie les sommes.
extern "C" __global__ void scan_sums(int *sums, int blocks)
{
    const int b = threadIdx.x;
    const int total = prefixe(b < blocks ? sums[b] : 0);
    if (b < blocks)
        sums[b] = total;
}

// 3. On ajoute à chaque bloc ce qui le précède.
extern "C" __global__ void add_sums(int *y, const int *sums, int n)
{
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += sums[blockIdx.x];
}
