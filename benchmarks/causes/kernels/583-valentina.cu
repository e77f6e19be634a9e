// Valentina: un warp per riga, poi le somme vanno giu' verso il lane 0
extern "C" __global__ void multiply(const int *starts, const int *columns, const float *values, const float *x,
                                    float *y, int rows) {
    int thread = blockIdx.x * BLOCK + threadIdx.x;
    int riga = thread / 32;
    int lane = thread % 32;
    if (riga >= rows)
        return;

    float somma = 0.0f;
    int fine = starts[riga + 1];
    for (int k = starts[riga] + lane; k < fine; k += 32)
        somma += values[k] * x[columns[k]];

    for (int passo = 16; passo >= 1; passo /= 2) {
        if (lane < passo)
            somma += __shfl_down_sync(0xffffffff, somma, passo);
    }
    if (lane == 0)
        y[riga] = somma;
}
