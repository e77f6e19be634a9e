// Matrice sparsa per vettore
// una riga per ogni warp; alla fine tutti i thread del warp hanno la somma

extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows)
{
    const unsigned tutti = 0xffffffffu;
    const int corsia = threadIdx.x & 31;
    const int warp = threadIdx.x >> 5;
    const int riga = blockIdx.x * (BLOCK / 32) + warp;

    if (riga < rows)
    {
        float somma = 0.f;
        int k = starts[riga] + corsia;
        const int fine = starts[riga + 1];
        while (k < fine)
        {
            const int colonna = columns[k];
            somma = fmaf(values[k], x[colonna], somma);
            k += 32;
        }

        somma += __shfl_xor_sync(tutti, somma, 16);
        somma += __shfl_xor_sync(tutti, somma, 8);
        somma += __shfl_xor_sync(tutti, somma, 4);
        somma += __shfl_xor_sync(tutti, somma, 2);
        somma += __shfl_xor_sync(tutti, somma, 1);

        if (threadIdx.x == 0)
            y[riga] = somma;
    }
}
