// Prodotto matrice sparsa per vettore: un warp per riga
// Giulia Marchetti, matr. 884120

__device__ inline float somma_warp(float s)
{
    #pragma unroll
    for (int passo = 16; passo > 0; passo /= 2)
        s += __shfl_down_sync(0xffffffff, s, passo);
    return s;
}

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const int corsia = threadIdx.x % warpSize;
    const int riga   = blockIdx.x * (BLOCK / 32) + threadIdx.x / warpSize;
    if (riga < rows)
    {
        const int inizio = starts[riga] + corsia;
        int restano      = starts[riga + 1] - inizio;

        float *v         = values + inizio;
        const int *c     = columns + inizio;

        float s = 0;
        for (; restano > 0; restano -= 32)
        {
            s += *v * x[*c];
            v += 32;
            c += 32;
        }
        s = somma_warp(s);
        if (corsia == 0)
            y[riga] = s;
    }
}
