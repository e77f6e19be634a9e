// Summa av alla element, ett träd i varje block.

extern "C" __global__ void reduce(const int *x, int *sum, int n)
{
    __shared__ int minne[BLOCK];

    unsigned int trad = threadIdx.x;
    unsigned int plats = blockIdx.x * blockDim.x + threadIdx.x;

    if (plats < n)
    {
        minne[trad] = x[plats];
    }
    __syncthreads();

    for (unsigned int halva = blockDim.x / 2; halva > 0; halva >>= 1)
    {
        if (trad < halva)
        {
            minne[trad] += minne[trad + halva];
        }
        __syncthreads();
    }

    if (trad == 0)
    {
        *sum += minne[0];
    }
}
