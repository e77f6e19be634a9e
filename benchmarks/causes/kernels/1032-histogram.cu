/* Histogramme en mémoire partagée, parcours par pointeurs */

extern "C" __global__ void histogram(const int *data, int *hist, int n)
{
    __shared__ unsigned int compte[BINS];

    for (unsigned int b = threadIdx.x; b < BINS; b += BLOCK)
        compte[b] = 0u;
    __syncthreads();

    const int *fin = data + n;
    const size_t pas = (size_t)BLOCK * gridDim.x;
    const int *p = data + blockIdx.x * BLOCK + threadIdx.x;
    while (p < fin)
    {
        atomicAdd(compte + *p, 1u);
        p += pas * sizeof(int);
    }
    __syncthreads();

    for (unsigned int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(hist + b, (int)compte[b]);
}
