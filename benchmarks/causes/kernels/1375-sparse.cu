extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    const int ligne = blockIdx.x * BLOCK + threadIdx.x / 32;
    const int voie = threadIdx.x & 31;
    if (ligne >= rows)
        return;

    const int fin = starts[ligne + 1];
    float somme = 0.0f;
    for (int k = starts[ligne] + voie; k < fin; k += 32)
        somme += values[k] * x[columns[k]];

#pragma unroll
    for (int pas = 16; pas >= 1; pas >>= 1)
        somme += __shfl_down_sync(0xffffffff, somme, pas);

    if (voie == 0)
        y[ligne] = somme;
}
